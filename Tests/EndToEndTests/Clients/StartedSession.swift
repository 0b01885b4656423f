import FairwayWire

/// A started session with its token.
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

    /// The same session on another server.
    func on(_ server: RunningServer) -> StartedSession { StartedSession(Client(server, token: client.token), id) }

    /// Sends a call on the session.
    func send(
        _ method: String,
        _ call: String,
        _ body: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Client.Reply {
        try await client.send(method, "/v1/sessions/\(id)\(call)", body, headers: headers)
    }

    /// Waits for the state after a revision. Waits again after each time-out, because a busy machine may take longer.
    func next(after revision: Int) async throws -> Client.Reply {
        while true {
            let reply = try await send("GET", "", headers: ["If-None-Match": "\"\(revision)\"", "Prefer": "wait=60"])
            if reply.status != 304 { return reply }
        }
    }

    /// Fires all timers of the session, as an operator.
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

    /// Performs an action of the front screen.
    func act(_ action: String, headers: [String: String] = [:]) async throws -> Client.Reply {
        try await send("POST", "/actions", #"{"action":"\#(action)"}"#, headers: headers)
    }
}
