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
    /// How long a stream may be silent. The server sends a comment every 15 seconds at least (`protocol.md` 4.9).
    var streamTimeoutSeconds = 40.0

    /// An app at a server's address.
    ///
    /// - Parameters:
    ///   - url: where the server is found.
    ///   - configuration: of the connections: time-outs, proxies, certificates.
    ///   - retry: how often, and after how long, a call is made again that got no answer. Each call that changes
    ///     something bears a key, so that a repeat does not happen twice.
    public init(
        _ url: URL,
        configuration: URLSessionConfiguration = .ephemeral,
        retry: RetryPolicy = RetryPolicy()
    ) {
        transport = Transport(url, configuration)
        self.retry = retry
    }

    /// Starts a session: of a flow, at a link, or of the app's initial flow.
    public func start(
        flow: String? = nil,
        input: (some Encodable & Sendable)? = JSONValue?.none,
        link: String? = nil,
        device: Device? = nil
    ) async throws(ClientError) -> RemoteSession {
        let body = StartBody(flow: flow, input: try input.map(ClientError.encoding), link: link, device: device)
        let reply = try await call(Call("POST", "/v1/sessions", try ClientError.encoding(body), key: .new()))
        return try session(reply)
    }

    /// Takes over a session from another device, whose token is then no longer good.
    public func takeHandoff(_ code: String, device: Device? = nil) async throws(ClientError) -> RemoteSession {
        let body = try ClientError.encoding(HandoffBody(code: code, device: device))
        return try session(try await call(Call("POST", "/v1/handoffs", body, key: .new())))
    }

    /// Goes on with a session that was started before: after a launch, with what was kept of it.
    public func resume(_ credentials: RemoteSession.Credentials) async throws(ClientError) -> RemoteSession {
        let call = Call("GET", "/v1/sessions/\(credentials.session)", token: credentials.token)
        let state: StateDocument = try await self.call(call).decoded()
        return RemoteSession(self, credentials, state)
    }

    /// Everything that the app can show and start, with the schemas of it.
    public func catalog() async throws(ClientError) -> Catalog {
        try await call(Call("GET", "/v1/catalog")).decoded()
    }

    private func session(_ reply: Transport.Reply) throws(ClientError) -> RemoteSession {
        let state: StateDocument = try reply.decoded()
        guard let token = state.token else { throw .unexpected(status: reply.status, body: reply.body) }
        return RemoteSession(self, RemoteSession.Credentials(session: state.session, token: token), state)
    }

    /// Makes a call, again while it is worth it.
    func call(_ call: Call) async throws(ClientError) -> Transport.Reply {
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

/// What starts a session.
private struct StartBody: Encodable {
    var flow: String?
    var input: RawJSON?
    var link: String?
    var device: Device?
}

/// What takes over a session.
private struct HandoffBody: Encodable {
    var code: String
    var device: Device?
}
