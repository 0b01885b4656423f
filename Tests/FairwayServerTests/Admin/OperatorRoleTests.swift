import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Testing

@testable import FairwayServer

/// What each role may call, and what it sees (`protocol.md`, section 6).
struct OperatorRoleTests {
    private let harbour: ServedHarbour
    private let session: String

    /// A session with a state, a journal, a failed change and a failed job.
    init() async throws {
        harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        session = begun.session
        for body in [
            #"{"action":"callPilot"}"#, #"{"action":"runAground"}"#,
            #"{"action":"didBerth","params":{"name":"Ada","code":"secret"}}"#,
        ] {
            _ = try await harbour.send(.post, "/v1/sessions/\(session)/actions", body, token: begun.token)
        }
        await harbour.operators.flush()
        let slots = [WorkQueue.jobs(Harbour.CallPilot.name): WorkLease.Slots(1, until: harbour.clock.now)]
        let lease = WorkLease(slots: slots, holder: "test", now: harbour.clock.now)
        var work = try #require(try await harbour.store.lease(lease).first)
        (work.progress.next, work.progress.holder, work.progress.error) = (nil, nil, Self.error)
        _ = try await harbour.store.setProgress(work.progress, of: work.item.id, session, heldBy: "test")
        let batch = SessionBatch(
            id: "b1",
            operator: "ada",
            action: .end,
            filter: .emptyObject,
            total: 1,
            createdAt: harbour.clock.now
        )
        #expect(try await harbour.store.addBatch(batch))
    }

    /// The error of the failed job.
    private static let error = "The pilot does not know Ada."

    /// Every operators' call with the least role that it needs. Calls with a larger role are refused before anything
    /// else is checked.
    static let calls: [(method: FairwayHTTP.Method, template: String, needs: OperatorRole)] = [
        (.get, "/v1/admin/flows", .view),
        (.get, "/v1/admin/summary", .view),
        (.get, "/v1/admin/overview", .view),
        (.get, "/v1/admin/graph", .view),
        (.get, "/v1/admin/builds", .view),
        (.get, "/v1/admin/problems", .view),
        (.get, "/v1/admin/problems/{problem}", .view),
        (.put, "/v1/admin/problems/{problem}", .support),
        (.get, "/v1/admin/funnel", .view),
        (.get, "/v1/admin/declared", .view),
        (.get, "/v1/admin/stream", .view),
        (.get, "/v1/admin/events", .support),
        (.get, "/v1/admin/webhooks", .support),
        (.post, "/v1/admin/webhooks/{webhook}/redeliver", .admin),
        (.get, "/v1/admin/sessions", .view),
        (.get, "/v1/admin/sessions/count", .view),
        (.get, "/v1/admin/sessions/{session}", .view),
        (.get, "/v1/admin/sessions/{session}/journal", .view),
        (.delete, "/v1/admin/sessions/{session}", .support),
        (.post, "/v1/admin/sessions/{session}/release", .support),
        (.get, "/v1/admin/quarantine", .view),
        (.get, "/v1/admin/sessions/{session}/states/{revision}", .support),
        (.post, "/v1/admin/sessions/{session}/fork", .support),
        (.get, "/v1/admin/jobs", .view),
        (.post, "/v1/admin/jobs/{session}/{job}/retry", .support),
        (.delete, "/v1/admin/jobs/{session}/{job}", .support),
        (.post, "/v1/admin/jobs/{session}/{job}/complete", .support),
        (.post, "/v1/admin/jobs/{session}/{job}/fail", .support),
        (.get, "/v1/admin/users/{user}/export", .admin),
        (.delete, "/v1/admin/users/{user}", .admin),
        (.get, "/v1/admin/audit", .admin),
        (.get, "/v1/admin/batches", .view),
        (.get, "/v1/admin/batches/{batch}", .view),
        (.post, "/v1/admin/batches", .support),
        (.delete, "/v1/admin/batches/{batch}", .support),
        (.post, "/v1/sessions/{session}/signals", .admin),
    ]

    @Test(arguments: calls)
    func callNeedsItsRole(_ method: FairwayHTTP.Method, _ template: String, _ needs: OperatorRole) async throws {
        let path = template.replacing("{session}", with: session).replacing("{job}", with: "f1.none")
            .replacing("{user}", with: "ada").replacing("{batch}", with: "none").replacing("{revision}", with: "1")
            .replacing("{problem}", with: "none").replacing("{webhook}", with: "none")
        for role in OperatorRole.allCases where role < needs {
            let reply = try await harbour.send(method, path, token: ServedHarbour.token(of: role))
            #expect(reply.status == 403)
            let problem = try JSON.decode(Problem.self, from: reply.body)
            #expect(problem.code == .forbidden)
            #expect(problem.members["needs"] == .string(needs.rawValue))
        }
        // The reply to a call of the stream does not end.
        guard !template.hasSuffix("/stream") else { return }
        let reply = try await harbour.send(method, path, token: ServedHarbour.token(of: needs))
        #expect(reply.status != 401)
        // A call that is forbidden for another reason than the role names no role.
        if reply.status == 403 {
            #expect(try JSON.decode(Problem.self, from: reply.body).members["needs"] == nil)
        }
    }

    @Test func everyOperatorsCallHasARole() async throws {
        let document = try JSON.decode(JSONValue.self, from: try await harbour.send(.get, "/openapi.json").body)
        let paths = try #require(document["paths"]?.object)
        let described = paths.members.filter { $0.name.hasPrefix("/v1/admin/") }.flatMap { path, operations in
            (operations.object?.members ?? []).map { "\($0.name) \(path)" }
        }
        let known = Self.calls.map { "\($0.method.name.lowercased()) \($0.template)" }
        #expect(Set(described).subtracting(["post /v1/admin/sign-in"]).subtracting(known) == [])
    }

    /// The calls that answer an operator with the role `view`. The stream sends rows of the list of flows.
    static let viewed = calls.filter { $0.method == .get && $0.needs == .view }.map(\.template).filter {
        !$0.hasSuffix("/stream")
    }

    @Test(arguments: viewed)
    func viewOperatorSeesNothingThatUsersTypedOrSaw(_ template: String) async throws {
        let query = template.hasSuffix("/funnel") ? "?flow=Harbour" : ""
        let problem = try #require(try await harbour.store.problems(ProblemsQuery(kind: .failed)).rows.first)
        #expect(problem.group.cause == "Ada is on a rock")
        let path =
            template.replacing("{session}", with: session).replacing("{batch}", with: "b1")
            .replacing("{problem}", with: problem.id) + query
        let reply = try await harbour.send(.get, path, token: ServedHarbour.token(of: .view))
        #expect(reply.status == 200)
        let text = String(decoding: reply.body, as: UTF8.self)
        for word in ["Ada", "secret", "viewModel"] { #expect(!text.contains(word), "\(text)") }
        #expect(Self.records(in: try JSON.decode(JSONValue.self, from: reply.body)) == [], "\(text)")
    }

    @Test func viewOperatorSeesNoTextThatAClientMadeUp() async throws {
        let device = #"{"locale":"Ada-locale is here","app":"Ada 1","screens":{"Ada.Screen":1,"Harbour.Quay":1}}"#
        let start = try await harbour.send(.post, "/v1/sessions", #"{"flow":"Harbour","device":\#(device)}"#)
        let begun = try JSON.decode(StateDocument.self, from: start.body)
        let path = "/v1/sessions/\(begun.session)"
        for (call, body) in [
            ("actions", #"{"action":"Ada"}"#), ("actions", #"{"action":"didBerth","params":{"name":1}}"#),
            ("select", #"{"tab":"Ada"}"#),
        ] {
            _ = try await harbour.send(.post, "\(path)/\(call)", body, token: begun.token)
        }
        await harbour.operators.flush()
        let detail = "/v1/admin/sessions/\(begun.session)"
        for path in [detail, "/v1/admin/sessions", "/v1/admin/flows"] {
            let text = String(
                decoding: try await harbour.send(.get, path, token: ServedHarbour.token(of: .view)).body,
                as: UTF8.self
            )
            #expect(text.contains(begun.session))
            #expect(!text.contains("Ada"), "\(text)")
        }
        func names(_ role: OperatorRole) async throws -> [String?] {
            let reply = try await harbour.send(.get, detail, token: ServedHarbour.token(of: role))
            return try JSON.decode(SessionDetailDocument.self, from: reply.body).incidents.map(\.name)
        }
        #expect(try await names(.view) == ["didBerth", nil])
        #expect(try await names(.support) == ["didBerth", "Ada"])
    }

    @Test func operatorsSeeDraftsMasked() async throws {
        let begun = try await harbour.begin()
        let screen = try #require(begun.screen?.id)
        let typed = #"{"name":"Tern","code":"4711","note":"5105"}"#
        let place = "/v1/sessions/\(begun.session)"
        #expect(
            try await harbour.send(.put, "\(place)/screens/\(screen)/draft", typed, token: begun.token).status == 204
        )
        let detail = try await harbour.send(.get, "/v1/admin/sessions/\(begun.session)")
        let seen = try JSON.decode(SessionDetailDocument.self, from: detail.body)
        #expect(seen.state?.screen?.draft?.description == #"{"name":"Tern","code":"•••","note":"•••"}"#)
        let text = String(decoding: detail.body, as: UTF8.self)
        #expect(!text.contains("4711") && !text.contains("5105"))
        let own = try await harbour.send(.get, place, token: begun.token)
        #expect(try JSON.decode(StateDocument.self, from: own.body).screen?.draft?.description == typed)
    }

    @Test func supportOperatorSeesCausesAndErrors() async throws {
        let token = ServedHarbour.token(of: .support)
        let detail = try await harbour.send(.get, "/v1/admin/sessions/\(session)", token: token).body
        let session = try JSON.decode(SessionDetailDocument.self, from: detail)
        #expect(session.incidents.map(\.cause) == ["\(Harbour.Aground())"])
        #expect(session.jobs.map(\.error) == [Self.error])
        let list = try await harbour.send(.get, "/v1/admin/jobs", token: token).body
        #expect(String(decoding: list, as: UTF8.self).contains(Self.error))
    }

    @Test(arguments: ["/v1/admin/sessions/{session}", "/v1/admin/sessions/{session}/journal"])
    func supportOperatorSeesWhatUsersTypedOrSaw(_ template: String) async throws {
        let path = template.replacing("{session}", with: session)
        let reply = try await harbour.send(.get, path, token: ServedHarbour.token(of: .support))
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.contains("Ada"))
        #expect(!text.contains("secret"))
        #expect(Self.records(in: try JSON.decode(JSONValue.self, from: reply.body)) != [])
    }

    /// The members that show what users typed or saw, and are not null. The `state` of a row is a word.
    private static func records(in value: JSONValue) -> [String] {
        if let elements = value.array { return elements.flatMap(records) }
        return (value.object?.members ?? []).flatMap { name, value in
            let isRecord =
                ["params", "result", "error", "cause"].contains(name) || name == "state" && value.string == nil
            return (isRecord && value != .null ? [name] : []) + records(in: value)
        }
    }

    @Test func summaryNamesTheOperator() async throws {
        for role in OperatorRole.allCases where role >= .view {
            let reply = try await harbour.send(.get, "/v1/admin/summary", token: ServedHarbour.token(of: role))
            let `operator` = try JSON.decode(JSONValue.self, from: reply.body)["operator"]
            #expect(`operator` == ["name": .string("the-\(role.rawValue)"), "role": .string(role.rawValue)])
        }
    }

    @Test func tokenOfAnOperatorThatWasRemovedIsRefused() async throws {
        harbour.operatorAccess.replaceListed([])
        let token = ServedHarbour.token(of: .admin)
        #expect(try await harbour.send(.get, "/v1/admin/summary", token: token).status == 403)
        #expect(try await harbour.send(.get, "/v1/admin/summary").status == 200)
    }
}
