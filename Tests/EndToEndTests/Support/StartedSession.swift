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

    /// Presses something on the screen in front.
    func act(_ action: String, headers: [String: String] = [:]) async throws -> Client.Reply {
        try await send("POST", "/actions", #"{"action":"\#(action)"}"#, headers: headers)
    }
}
