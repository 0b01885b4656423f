import FairwayWire

/// A way to provoke an error code.
struct Provocation: Sendable {
    let code: String
    let status: Int
    /// Whether the error response contains the session's state.
    let attachesState: Bool
    let provoke: @Sendable (RunningServer) async throws -> Client.Reply

    init(
        _ code: String,
        _ status: Int,
        attachesState: Bool = false,
        _ provoke: @escaping @Sendable (RunningServer) async throws -> Client.Reply
    ) {
        self.code = code
        self.status = status
        self.attachesState = attachesState
        self.provoke = provoke
    }

    /// Provokes the error on a session of a flow, with its token.
    init(
        _ code: ProblemCode,
        in flow: String,
        _ provoke: @escaping @Sendable (StartedSession) async throws -> Client.Reply
    ) {
        let attachesState = [409, 410, 412, 422].contains(code.status)
        self.init(code.rawValue, code.status, attachesState: attachesState) {
            try await provoke(StartedSession(flow, on: $0))
        }
    }

    /// Provokes the error by one call without a session.
    init(
        _ code: ProblemCode,
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        token: String? = nil,
        headers: [String: String] = [:]
    ) {
        self.init(code.rawValue, code.status) { server in
            try await Client(server, token: token).send(method, path, body, headers: headers)
        }
    }

    /// Provokes the error by raw bytes that no HTTP client would send.
    init(_ code: String, _ status: Int, sending text: String) {
        self.init(code, status) { server in
            let connection = try RawConnection(server)
            connection.send(text)
            return try await connection.reply()
        }
    }
}
