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
    let userToken: UserTokenSource?
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
    ///   - userToken: Supplies a fresh user token: a JWT of your identity provider. Nil means that no user is
    ///     signed in. The token is kept, and the function is called again after the server has refused the token or
    ///     ended a stream. After a sign-out, create another app. By default, all sessions are anonymous.
    public init(
        _ url: URL,
        configuration: URLSessionConfiguration = .ephemeral,
        retry: RetryPolicy = RetryPolicy(),
        userToken: (@Sendable () async throws -> String?)? = nil
    ) {
        transport = Transport(url, configuration)
        self.retry = retry
        let limit = Duration.seconds(configuration.timeoutIntervalForRequest)
        self.userToken = userToken.map { UserTokenSource(limit: limit, $0) }
    }

    /// Starts a session: with a flow, at a deep link, or with the app's initial flow. If a user is signed in, the
    /// session is the user's.
    public func start(
        flow: String? = nil,
        input: (some Encodable & Sendable)? = JSONValue?.none,
        link: String? = nil,
        device: Device? = nil
    ) async throws(ClientError) -> RemoteSession {
        try await session(APICall.start(flow: flow, input: input, link: link, device: device))
    }

    /// Takes over a session from another device. That device's token becomes invalid.
    public func takeHandoff(_ code: String, device: Device? = nil) async throws(ClientError) -> RemoteSession {
        try await session(APICall.handoff(code, device))
    }

    /// Resumes a session from stored credentials, for example after a launch.
    public func resume(_ credentials: RemoteSession.Credentials) async throws(ClientError) -> RemoteSession {
        let call = APICall("GET", "/v1/sessions/\(credentials.session)", by: credentials.credential)
        let state: StateDocument = try await self.call(call).decoded()
        return RemoteSession(self, credentials, state)
    }

    /// The sessions of the user, newest first.
    ///
    /// ```swift
    /// let list = try await app.sessions(status: .active)
    /// if let newest = list.sessions.first { show(try await app.resume(.init(session: newest.session))) }
    /// ```
    ///
    /// - Parameters:
    ///   - status: Only sessions with this status.
    ///   - cursor: The `next` of the previous page; nil for the first page.
    public func sessions(
        status: SessionStatus? = nil,
        cursor: String? = nil
    ) async throws(ClientError) -> SessionList {
        let query = [("status", status?.rawValue), ("cursor", cursor)].compactMap { name, value in
            value?.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "\(name)=\($0)" }
        }
        let path = query.isEmpty ? "/v1/sessions" : "/v1/sessions?\(query.joined(separator: "&"))"
        return try await call(APICall("GET", path, by: .user)).decoded()
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

    /// Makes a call that returns a session. That of a user has no token.
    func session(_ call: APICall) async throws(ClientError) -> RemoteSession {
        let reply = try await self.call(call)
        let state: StateDocument = try reply.decoded()
        guard state.token != nil || userToken != nil else {
            throw .unexpected(status: reply.status, body: reply.body)
        }
        return RemoteSession(self, RemoteSession.Credentials(session: state.session, token: state.token), state)
    }

    /// Makes a call and retries it as the policy allows.
    func call(_ call: APICall) async throws(ClientError) -> Transport.Reply {
        var attempt = 1
        while true {
            let failure: ClientError
            do throws(ClientError) {
                return try await send(call)
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

    private func send(_ call: APICall) async throws(ClientError) -> Transport.Reply {
        guard call.credential == .user else { return try await transport.send(call) }
        return try await asUser { token throws(ClientError) in try await transport.send(call.by(token)) }
    }

    /// Makes an attempt with the user token, which is nil if no user is signed in. If the server refuses the token,
    /// makes one more with a fresh token.
    func asUser<Value: Sendable>(
        _ attempt: (String?) async throws(ClientError) -> Value
    ) async throws(ClientError) -> Value {
        guard let token = try await userToken?.current() else { return try await attempt(nil) }
        do throws(ClientError) {
            return try await attempt(token)
        } catch {
            guard error.problem?.code == .invalidToken, let other = try await userToken?.other(than: token) else {
                throw error
            }
            return try await attempt(other)
        }
    }
}

extension RemoteApp {
    /// How often, and after which delays, a failed call is retried.
    ///
    /// Nested in ``RemoteApp``, because an app may also import `Fairway`, where `RetryPolicy` is for background work.
    public struct RetryPolicy: Hashable, Sendable {
        /// The maximum number of attempts, including the first.
        public var attempts: Int
        /// The delay after the first failure. It doubles after each further one.
        public var firstDelay: Duration
        /// The maximum delay.
        public var longestDelay: Duration

        /// Creates a policy. The default is six attempts within about six seconds, which covers a restart of the
        /// server.
        public init(
            attempts: Int = 6,
            firstDelay: Duration = .milliseconds(250),
            longestDelay: Duration = .seconds(5)
        ) {
            self.attempts = attempts
            self.firstDelay = firstDelay
            self.longestDelay = longestDelay
        }

        /// The delay before the next attempt; nil if the call must not be retried.
        ///
        /// `chance`, from 0 to 1, shortens the delay by up to a half (jitter). Clients that lost the same server
        /// therefore do not all reconnect at once.
        func delay(
            after attempt: Int,
            _ failure: ClientError,
            chance: Double = .random(in: 0...1)
        ) -> Duration? {
            guard attempt < attempts, failure.isTemporary else { return nil }
            let delay = longest(after: attempt) * (1 - chance / 2)
            guard case .problem(_, let retryAfter?) = failure else { return delay }
            return max(retryAfter, delay)
        }

        private func longest(after attempt: Int) -> Duration {
            var delay = firstDelay
            for _ in 1..<max(1, attempt) where delay < longestDelay { delay = delay * 2 }
            return min(delay, longestDelay)
        }
    }
}

extension APICall {
    static func start(
        flow: String?,
        input: (some Encodable & Sendable)?,
        link: String?,
        device: Device?
    ) throws(ClientError) -> APICall {
        let body = StartPayload(flow: flow, input: try input.map(ClientError.encoding), link: link, device: device)
        return APICall("POST", "/v1/sessions", try ClientError.encoding(body), by: .user, key: .new())
    }

    static func handoff(_ code: String, _ device: Device?) throws(ClientError) -> APICall {
        let body = try ClientError.encoding(HandoffPayload(code: code, device: device))
        return APICall("POST", "/v1/handoffs", body, by: .user, key: .new())
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
    /// A value cannot be encoded as JSON, or a sign-in has no user. This is a programming error in the client.
    case unsendable(String)
    /// The function that supplies the user token has failed. Let the user sign in again. Its `URLError`s are
    /// reported as ``network(_:)``.
    case noUserToken(any Error)

    /// The problem, if the server refused the call.
    public var problem: Problem? {
        if case .problem(let problem, _) = self { problem } else { nil }
    }

    /// A sentence for the user: the server's, or one in English. For your own words, switch over the error.
    public var sentence: String {
        switch self {
        case .problem(let problem, _):
            let details = problem.errors.compactMap(\.detail)
            let said = problem.detail ?? (details.isEmpty ? problem.title : details.joined(separator: " "))
            let available = problem.available
            return available.isEmpty ? said : "\(said) There are: \(available.joined(separator: ", "))."
        case .network(let error):
            return "The server cannot be reached: \(error.localizedDescription)"
        case .unexpected(let status, _):
            return "The response is not from a Fairway server (status \(status)). Check the server's address."
        case .unsendable(let reason):
            return reason
        case .noUserToken(let error):
            return "Your sign-in cannot be renewed: \(error.localizedDescription)"
        }
    }

    static func encoding(_ value: some Encodable) throws(ClientError) -> RawJSON {
        do {
            return try RawJSON(encoding: value)
        } catch {
            throw .unsendable("\(error)")
        }
    }
}

extension ClientError {
    /// Whether the same call may succeed later.
    var isTemporary: Bool {
        switch self {
        // The server would send an event that is too large again.
        case .network(let error): ![.cancelled, .dataLengthExceedsMaximum].contains(error.code)
        case .problem(let problem, _): problem.code.isTemporary
        // A proxy's response while the server behind it restarts.
        case .unexpected(let status, _): [502, 503, 504].contains(status)
        case .unsendable, .noUserToken: false
        }
    }

    /// Whether a server has decided about the call. If not, it may have executed the call or not.
    var isAnswer: Bool {
        switch self {
        // A user token is checked before the idempotency key, so an earlier attempt may have been executed.
        case .problem(let problem, _): !isTemporary && problem.code != .invalidToken
        case .unsendable: true
        case .network, .unexpected, .noUserToken: false
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

extension Problem {
    /// The names of the app's flows or links, if one was not found.
    package var available: [String] { members["available"]?.array?.compactMap(\.string) ?? [] }
}
