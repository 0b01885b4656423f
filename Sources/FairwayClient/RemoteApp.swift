public import FairwayWire
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// An app whose flows run on a server.
///
/// ```swift
/// let app = RemoteApp(URL(string: "https://example.org")!)
/// let session = try await app.start(flow: "Tutorial")
/// for await update in session.updates { draw(update) }
/// ```
public struct RemoteApp: Sendable {
    let transport: Transport
    let retry: RetryPolicy
    /// The time after which a silent stream counts as broken. The server sends a comment at least every 15 seconds
    /// (`protocol.md` section 4.9).
    var streamTimeoutSeconds = 40.0

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - url: The server's address.
    ///   - configuration: The configuration of the connections: timeouts, proxies, certificates.
    ///   - retry: How failed calls are retried. A retry does not repeat a change, because each call is idempotent or
    ///     has an idempotency key.
    public init(
        _ url: URL,
        configuration: URLSessionConfiguration = .ephemeral,
        retry: RetryPolicy = RetryPolicy()
    ) {
        transport = Transport(url, configuration)
        self.retry = retry
    }

    /// Starts a session: with a flow, at a deep link, or with the app's initial flow.
    public func start(
        flow: String? = nil,
        input: (some Encodable & Sendable)? = JSONValue?.none,
        link: String? = nil,
        device: Device? = nil
    ) async throws(ClientError) -> RemoteSession {
        let body = StartPayload(flow: flow, input: try input.map(ClientError.encoding), link: link, device: device)
        let reply = try await call(APICall("POST", "/v1/sessions", try ClientError.encoding(body), key: .new()))
        return try session(reply)
    }

    /// Takes over a session from another device. That device's token becomes invalid.
    public func takeHandoff(_ code: String, device: Device? = nil) async throws(ClientError) -> RemoteSession {
        let body = try ClientError.encoding(HandoffPayload(code: code, device: device))
        return try session(try await call(APICall("POST", "/v1/handoffs", body, key: .new())))
    }

    /// Resumes a session from stored credentials, for example after a launch.
    public func resume(_ credentials: RemoteSession.Credentials) async throws(ClientError) -> RemoteSession {
        let call = APICall("GET", "/v1/sessions/\(credentials.session)", token: credentials.token)
        let state: StateDocument = try await self.call(call).decoded()
        return RemoteSession(self, credentials, state)
    }

    /// The app's flows, screens and links, with their schemas.
    ///
    /// ```swift
    /// let catalog = try await app.catalog(language: "de-AT")
    /// ```
    ///
    /// - Parameter language: The language of titles and labels: a BCP 47 tag, or a list of them as in the header
    ///   `Accept-Language`. A server in one language ignores it. The default on Apple platforms is the user's languages.
    public func catalog(language: String? = nil) async throws(ClientError) -> Catalog {
        var call = APICall("GET", "/v1/catalog")
        call.language = language
        return try await self.call(call).decoded()
    }

    private func session(_ reply: Transport.Reply) throws(ClientError) -> RemoteSession {
        let state: StateDocument = try reply.decoded()
        guard let token = state.token else { throw .unexpected(status: reply.status, body: reply.body) }
        return RemoteSession(self, RemoteSession.Credentials(session: state.session, token: token), state)
    }

    /// Makes a call and retries it as the policy allows.
    func call(_ call: APICall) async throws(ClientError) -> Transport.Reply {
        var attempt = 1
        while true {
            let failure: ClientError
            do throws(ClientError) {
                return try await transport.send(call)
            } catch {
                failure = error
            }
            guard call.isRepeatable, let delay = retry.delay(after: attempt, failure) else { throw failure }
            do {
                try await Task.sleep(for: delay)
            } catch {
                throw failure
            }
            attempt += 1
        }
    }
}

private struct StartPayload: Encodable {
    var flow: String?
    var input: RawJSON?
    var link: String?
    var device: Device?
}

private struct HandoffPayload: Encodable {
    var code: String
    var device: Device?
}

/// An error of a call.
public enum ClientError: Error, Sendable {
    /// The server refused the call. Show the reason and continue from the state in the problem.
    case problem(Problem, retryAfter: Duration?)
    /// The server could not be reached or the response was lost. Try again later.
    case network(URLError)
    /// The response does not come from a compatible Fairway server, but for example from a proxy or a login page.
    /// Redirects are reported as this error and not followed, so that the token is not sent to another server.
    case unexpected(status: Int, body: [UInt8])
    /// A value cannot be encoded as JSON. This is a programming error in the client.
    case unsendable(String)

    /// The problem, if the server refused the call.
    public var problem: Problem? {
        if case .problem(let problem, _) = self { problem } else { nil }
    }

    static func encoding(_ value: some Encodable) throws(ClientError) -> RawJSON {
        do {
            return try RawJSON(encoding: value)
        } catch {
            throw .unsendable("\(error)")
        }
    }
}

extension ScreenDocument {
    /// Decodes the view model. Members that the type does not have are ignored.
    ///
    /// ```swift
    /// let page = try screen.viewModel(as: SignUpPage.self)
    /// ```
    public func viewModel<ViewModel: Decodable>(as type: ViewModel.Type) throws -> ViewModel {
        try JSON.decode(type, from: viewModel.bytes)
    }
}
