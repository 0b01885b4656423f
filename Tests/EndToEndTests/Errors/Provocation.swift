import FairwayWire

/// How a client gets an answer with some code.
struct Provocation: Sendable {
    let code: String
    let status: Int
    /// Whether it is a call on a session whose token was right, so that its state comes with the refusal.
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

    /// On a session of a flow, with its token.
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

    /// A call without a token, or with the operator's.
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

    /// What is sent as it is, because no HTTP client would send it.
    init(_ code: String, _ status: Int, sending text: String) {
        self.init(code, status) { server in
            let connection = try RawConnection(server)
            connection.send(text)
            return try await connection.reply()
        }
    }
}
