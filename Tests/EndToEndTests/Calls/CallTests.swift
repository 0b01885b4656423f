import FairwayWire
import TestWaits
import Testing

/// Each call of `protocol.md`, sections 4 and 6, over HTTP on SQLite.
@Suite(.waiting)
struct CallTests {
    private let server: RunningServer
    private let store: TemporaryStore
    private let session: StartedSession

    init() async throws {
        store = try TemporaryStore()
        server = try await RunningServer("--store", store.locator, "--keep-states", "20", "--allow-forks")
        session = try await StartedSession("Imperio", on: server)
    }

    /// A call: its operation in the OpenAPI document, the request and the expected status.
    private struct Call {
        let route: String
        let path: String
        let body: String?
        let status: Int
        let isOperators: Bool

        /// - Parameter path: The actual path, if the route has parameters.
        init(_ route: String, _ path: String? = nil, _ body: String? = nil, _ status: Int = 200, operator: Bool = false)
        {
            self.route = route
            self.path = path ?? String(route.drop { $0 != " " }.dropFirst())
            self.body = body
            self.status = status
            isOperators = `operator`
        }
    }

    /// The calls, in an order that satisfies their dependencies.
    private var calls: [Call] {
        let path = "/v1/sessions/\(session.id)"
        let admin = "/v1/admin/sessions/\(session.id)"
        let jobs = "/v1/admin/jobs/\(session.id)"
        let message = #"{"message":"no"}"#
        return [
            Call("POST /v1/sessions", nil, #"{"flow":"Tutorial"}"#, 201),
            Call("GET /v1/sessions/{session}", path),
            Call("POST /v1/sessions/{session}/actions", "\(path)/actions", #"{"action":"tutorialStartButtonPressed"}"#),
            Call("PUT /v1/sessions/{session}/screens/{screen}/draft", "\(path)/screens/s2/draft", #"{"a":1}"#, 204),
            Call("DELETE /v1/sessions/{session}/screens/{screen}/draft", "\(path)/screens/s2/draft", nil, 204),
            Call("POST /v1/sessions/{session}/back", "\(path)/back", #"{"screen":"s2"}"#),
            Call("POST /v1/sessions/{session}/refresh", "\(path)/refresh"),
            Call("PUT /v1/sessions/{session}/device", "\(path)/device", #"{"idiom":"pad","locale":"en-GB"}"#),
            Call("POST /v1/sessions/{session}/links", "\(path)/links", #"{"link":"/planets/earth"}"#),
            // This sample has no tabs and handles no signals. The refusals show that the calls exist.
            Call("POST /v1/sessions/{session}/select", "\(path)/select", #"{"tab":"a"}"#, 404),
            Call("POST /v1/sessions/{session}/signals", "\(path)/signals", #"{"signal":"Rain"}"#, 422, operator: true),
            Call("GET /v1/sessions/{session}/stream", "\(path)/stream"),
            Call("GET /v1/admin/flows", operator: true),
            Call("GET /v1/admin/summary", operator: true),
            Call("GET /v1/admin/overview", operator: true),
            Call("GET /v1/admin/builds", operator: true),
            Call("GET /v1/admin/problems", operator: true),
            // The samples have no problems yet. The refusals show that the calls exist.
            Call("GET /v1/admin/problems/{problem}", "/v1/admin/problems/none", nil, 404, operator: true),
            Call(
                "PUT /v1/admin/problems/{problem}",
                "/v1/admin/problems/none",
                #"{"status":"muted"}"#,
                404,
                operator: true
            ),
            Call("GET /v1/admin/graph", operator: true),
            Call("GET /v1/admin/funnel", "/v1/admin/funnel?flow=Tutorial", operator: true),
            Call("GET /v1/admin/declared", operator: true),
            Call("GET /v1/admin/sessions", operator: true),
            Call("GET /v1/admin/sessions/count", operator: true),
            Call("GET /v1/admin/sessions/{session}", admin, operator: true),
            Call("GET /v1/admin/sessions/{session}/journal", "\(admin)/journal", operator: true),
            Call("GET /v1/admin/sessions/{session}/states/{revision}", "\(admin)/states/1", operator: true),
            Call("POST /v1/admin/sessions/{session}/fork", "\(admin)/fork", #"{"revision":1}"#, 201, operator: true),
            Call("POST /v1/admin/sessions/{session}/release", "\(admin)/release", nil, 204, operator: true),
            Call("GET /v1/admin/quarantine", operator: true),
            Call("GET /v1/admin/stream", operator: true),
            Call("GET /v1/admin/events", operator: true),
            Call("GET /v1/admin/webhooks", operator: true),
            Call(
                "POST /v1/admin/webhooks/{webhook}/redeliver",
                "/v1/admin/webhooks/none/redeliver",
                #"{"after":"0"}"#,
                404,
                operator: true
            ),
            Call("GET /v1/admin/jobs", operator: true),
            // The session has no jobs. The refusals show that the calls exist.
            Call("POST /v1/admin/jobs/{session}/{job}/retry", "\(jobs)/j1/retry", nil, 404, operator: true),
            Call("DELETE /v1/admin/jobs/{session}/{job}", "\(jobs)/j1", nil, 404, operator: true),
            // The session is not a sandbox. The refusals show that the calls exist.
            Call("POST /v1/admin/jobs/{session}/{job}/complete", "\(jobs)/j1/complete", "{}", 403, operator: true),
            Call("POST /v1/admin/jobs/{session}/{job}/fail", "\(jobs)/j1/fail", message, 403, operator: true),
            Call("GET /v1/admin/users/{user}/export", "/v1/admin/users/ada/export", operator: true),
            Call("DELETE /v1/admin/users/{user}", "/v1/admin/users/ada", operator: true),
            Call("GET /v1/admin/audit", operator: true),
            Call("GET /v1/admin/batches", operator: true),
            Call(
                "POST /v1/admin/batches",
                nil,
                #"{"action":"end","filter":{"user":"ada"},"count":1}"#,
                202,
                operator: true
            ),
            Call("GET /v1/admin/batches/{batch}", "/v1/admin/batches/none", nil, 404, operator: true),
            Call("DELETE /v1/admin/batches/{batch}", "/v1/admin/batches/none", nil, 404, operator: true),
            // Without a terminal the server has no sign-in link.
            Call("POST /v1/admin/sign-in", nil, #"{"code":"none"}"#, 403),
            Call("POST /v1/sessions/{session}/handoff", "\(path)/handoff", nil, 201),
        ]
    }

    /// Calls of users. This server knows none, and the refusals show that the calls exist.
    private var callsOfUsers: [Call] {
        let path = "/v1/sessions/\(session.id)/user"
        return [
            Call("GET /v1/sessions", nil, nil, 401),
            Call("PUT /v1/sessions/{session}/user", path, #"{"token":"a.b.c"}"#, 401),
        ]
    }

    @Test func everyDocumentedCallAnswers() async throws {
        let calls = calls + callsOfUsers
        for call in calls { try await check(call) }
        // Created at the end, because a code is valid for some minutes only.
        let code = try JSON.decode(Handoff.self, from: try await session.send("POST", "/handoff").body).code
        let handoff = Call("POST /v1/handoffs", nil, #"{"code":"\#(code)"}"#)
        try await check(handoff)
        #expect(try await end() == [204, 410, 204, 410])
        let ending = ["DELETE /v1/sessions/{session}", "DELETE /v1/admin/sessions/{session}"]
        #expect(try await served().subtracting(calls.map(\.route) + [handoff.route] + ending) == [])
    }

    private func check(_ call: Call) async throws {
        let method = String(call.route.prefix { $0 != " " })
        let token = call.isOperators ? RunningServer.operatorToken : session.client.token
        let reply = try await reply(to: method, call, token)
        #expect(reply.status == call.status, "\(call.route): \(String(decoding: reply.body, as: UTF8.self))")
    }

    @Test func everyCallRequiresItsToken() async throws {
        for call in calls where call.isOperators || call.path.contains(session.id) {
            let method = String(call.route.prefix { $0 != " " })
            let nobody = try await reply(to: method, call, nil)
            #expect(nobody.status == 401, "\(call.route)")
            #expect(nobody["WWW-Authenticate"] == "Bearer", "\(call.route)")
            let stranger = try await reply(to: method, call, String(repeating: "x", count: 43))
            #expect(stranger.status == (call.isOperators ? 403 : 404), "\(call.route)")
            guard call.isOperators else { continue }
            #expect(try await reply(to: method, call, session.client.token).status == 403, "\(call.route)")
        }
    }

    @Test func callsAreRecordedInJournal() async throws {
        _ = try await session.act("tutorialStartButtonPressed")
        _ = try await session.send("POST", "/back")
        _ = try await session.send("POST", "/links", #"{"link":"/planets/earth"}"#)
        _ = try await session.send("PUT", "/device", #"{"idiom":"pad"}"#)
        _ = try await session.send("DELETE", "")
        let operating = session.client.as(RunningServer.operatorToken)
        let reply = try await operating.send("GET", "/v1/admin/sessions/\(session.id)/journal")
        let journal = try JSON.decode(JSONValue.self, from: reply.body)
        let kinds = (journal["entries"]?.array ?? []).compactMap { $0["kind"]?.string }
        #expect(kinds == ["start", "action", "back", "link", "device", "end"])
    }

    @Test func identityBelongsToSession() async throws {
        let server = try await RunningServer("--identity-header", "X-User")
        let (ada, grace) = (["X-User": "ada"], ["X-User": "grace"])
        #expect(try await Client(server).send("POST", "/v1/sessions").problem.code == .missingToken)
        let state = try await Client(server).send("POST", "/v1/sessions", headers: ada).state
        let client = Client(server, token: state.token)
        #expect(try await client.send("GET", "/v1/sessions/\(state.session)", headers: ada).status == 200)
        let stranger = try await client.send("GET", "/v1/sessions/\(state.session)", headers: grace)
        #expect(try stranger.problem.code == .noSuchSession)
    }

    /// A stream does not end, so only its head is read.
    private func reply(to method: String, _ call: Call, _ token: String?) async throws -> Client.Reply {
        guard call.route.hasSuffix("/stream") else {
            return try await session.client.as(token).send(method, call.path, call.body)
        }
        let connection = try RawConnection(server)
        connection.send(method, call.path, token: token, version: "HTTP/1.0")
        return try await connection.reply(isStream: true)
    }

    /// Ends one session as its client and another as an operator, twice each.
    private func end() async throws -> [Int] {
        let own = try await StartedSession("Counter", on: server)
        let other = try await StartedSession("Counter", on: server)
        let operating = other.client.as(RunningServer.operatorToken)
        return [
            try await own.send("DELETE", "").status,
            try await own.send("DELETE", "").status,
            try await operating.send("DELETE", "/v1/admin/sessions/\(other.id)").status,
            try await operating.send("DELETE", "/v1/admin/sessions/\(other.id)").status,
        ]
    }

    /// The calls in the server's OpenAPI document.
    private func served() async throws -> Set<String> {
        let document = try JSON.decode(JSONValue.self, from: try await Client(server).send("GET", "/openapi.json").body)
        var served: Set<String> = []
        for (path, methods) in document["paths"]?.object?.members.map({ ($0.name, $0.value) }) ?? []
        where path.hasPrefix("/v1/sessions") || path.hasPrefix("/v1/handoffs") || path.hasPrefix("/v1/admin") {
            for member in methods.object?.members ?? [] { served.insert("\(member.name.uppercased()) \(path)") }
        }
        return served
    }
}
