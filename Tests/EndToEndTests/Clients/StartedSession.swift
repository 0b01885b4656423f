import FairwayWire

/// A session that was started, and the token for it.
struct StartedSession: Sendable {
    let client: Client
    let id: String

    /// Starts a session of a flow.
    init(_ flow: String, on server: RunningServer, body: String? = nil) async throws {
        let reply = try await Client(server).send("POST", "/v1/sessions", body ?? #"{"flow":"\#(flow)"}"#)
        let state = try reply.state
        id = state.session
        client = Client(server, token: state.token)
    }

    private init(_ client: Client, _ id: String) {
        self.client = client
        self.id = id
    }

    /// The same session, after the server was started again elsewhere.
    func on(_ server: RunningServer) -> StartedSession { StartedSession(Client(server, token: client.token), id) }

    /// Makes a call on the session.
    func send(
        _ method: String,
        _ call: String,
        _ body: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Client.Reply {
        try await client.send(method, "/v1/sessions/\(id)\(call)", body, headers: headers)
    }

    /// The state that follows a revision, waited for if it has not come yet.
    func next(after revision: Int) async throws -> Client.Reply {
        try await send("GET", "", headers: ["If-None-Match": "\"\(revision)\"", "Prefer": "wait=20"])
    }

    /// As an operator, takes up the session's timers at once.
    func ringTimers() async throws {
        struct Jobs: Decodable {
            var jobs: [Job]
            struct Job: Decodable { var id: String, kind: String }
        }
        var anOperator = client
        anOperator.token = RunningServer.operatorToken
        let jobs = try JSON.decode(
            Jobs.self,
            from: try await anOperator.send("GET", "/v1/admin/jobs?session=\(id)").body
        )
        for timer in jobs.jobs where timer.kind == "timer" {
            _ = try await anOperator.send("POST", "/v1/admin/jobs/\(id)/\(timer.id)/retry")
        }
    }

    /// Presses something on the screen in front.
    func act(_ action: String, headers: [String: String] = [:]) async throws -> Client.Reply {
        try await send("POST", "/actions", #"{"action":"\#(action)"}"#, headers: headers)
    }
}
