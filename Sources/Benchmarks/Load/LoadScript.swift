import FairwayHTTP
import FairwayWire

/// The requests that a client repeats, and the answers to them.
struct LoadScript: Sendable {
    struct ScriptedCall: Sendable {
        var method = "POST"
        /// The end of the path, which follows the session's path.
        var call: String
        var body: String
        /// Returns a text that the answer must contain. `cycle` is the number of complete repetitions of the script.
        var expected: @Sendable (_ cycle: Int) -> String
    }

    /// The flow to start; nil for a server without sessions.
    var flow: String?
    var input: String?
    /// Whether each session is that of a user of `--demo-users`.
    var hasUsers = false
    /// Whether the revision in each answer must be one more than in the previous answer.
    var makesRevisions = true
    var steps: [ScriptedCall]

    static let counter = LoadScript(
        flow: "Counter",
        steps: [
            ScriptedCall(call: "/actions", body: #"{"action":"incrementButtonPressed"}"#) {
                #""viewModel":{"count":\#($0 + 1)}"#
            }
        ]
    )

    /// A counter of a user, whose token authenticates each call.
    static let counterOfUser = LoadScript(flow: "Counter", hasUsers: true, steps: counter.steps)

    /// A counter above 49 other flows.
    static let deep = LoadScript(flow: "Nested", input: #"{"depth":48}"#, steps: counter.steps)

    /// A counter on ``BareServer``, which has no flows.
    static let bare = LoadScript(steps: counter.steps)

    /// A request with a constant answer.
    static func constant(_ method: String, _ path: String, _ body: String, _ text: String) -> LoadScript {
        LoadScript(makesRevisions: false, steps: [ScriptedCall(method: method, call: path, body: body) { _ in text }])
    }
}

/// A session under load.
struct LoadSession {
    /// `/v1/sessions/…`; empty for a server without sessions.
    var path: String
    var token: String
    var revision: Int
    /// The number of complete repetitions of the script.
    var cycle = 0
    var step = 0

    /// The bytes of the script's requests.
    func requests(_ script: LoadScript, port: UInt16) -> [[UInt8]] {
        script.steps.map { step in
            let head = """
                \(step.method) \(path)\(step.call) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\
                Content-Length: \(step.body.utf8.count)\r\n\r\n
                """
            return Array((head + step.body).utf8)
        }
    }

    /// Moves on to the next step.
    mutating func advance(_ script: LoadScript) {
        revision += 1
        step += 1
        guard step == script.steps.count else { return }
        step = 0
        cycle += 1
    }
}

/// The answer to a request that starts a session.
struct SessionStart: Decodable {
    var session: String
    var token: String
    var revision: Int
}

/// A server and the script that it is measured with.
struct LoadSubject {
    /// The default number of connections.
    static let usualConnections = 64

    let name: String
    let port: UInt16
    let process: Int32
    let script: LoadScript
    /// The paths of existing sessions, for a server that starts none.
    var paths: [String] = []
    /// Stored sessions, divided among the connections. If nil, each connection uses `session(_:_:)`.
    var stored: (count: Int, active: ActiveSessions)?

    init(_ name: String, _ server: SampleServer, _ script: LoadScript, paths: [String] = []) {
        self.init(name, port: server.port, process: server.id, script)
        self.paths = paths
    }

    init(_ name: String, port: UInt16, process: Int32, _ script: LoadScript) {
        (self.name, self.port, self.process, self.script) = (name, port, process, script)
    }

    func connect(_ count: Int) throws -> [LoadConnection] {
        if let stored {
            return try (0..<count).map { part in
                let sessions = StoredSessions(stored.active, of: stored.count, part: part, of: count)
                return try LoadConnection(to: port, sessions.next(), script, then: sessions)
            }
        }
        let client = PlainClient(host: "127.0.0.1", port: port)
        return try (0..<count).map { try LoadConnection(to: port, session($0, client), script) }
    }

    /// Starts a session, or returns the session at an existing path.
    func session(_ number: Int, _ client: PlainClient) throws -> LoadSession {
        guard let flow = script.flow else {
            return LoadSession(path: paths.isEmpty ? "" : paths[number], token: "none", revision: 1)
        }
        let body = #"{"flow":"\#(flow)","input":\#(script.input ?? "null")}"#
        let jwt = script.hasUsers ? try issuedToken("user\(number)", client) : nil
        let headers = jwt.map { [(name: "Authorization", value: "Bearer \($0)")] } ?? []
        let reply = try client.send(.post, "/v1/sessions", headers: headers, body: Array(body.utf8))
        let new = try JSON.decode(StateDocument.self, from: reply.body)
        return LoadSession(path: "/v1/sessions/\(new.session)", token: jwt ?? new.token ?? "", revision: new.revision)
    }

    private func issuedToken(_ name: String, _ client: PlainClient) throws -> String {
        struct Reply: Decodable { var token: String }
        let reply = try client.send(.post, "/demo/token", body: Array(#"{"name":"\#(name)"}"#.utf8))
        return try JSON.decode(Reply.self, from: reply.body).token
    }
}
