import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Synchronization
import Testing

@testable import Fairway
@testable import FairwayServer

/// The audit of operators' calls (`protocol.md`, section 6).
struct AuditTests {
    /// Fails to write the audit on request.
    private final class Audit: StoreInterceptor {
        let isBroken = Mutex(false)
        let calls = Mutex<[String]>([])

        func enter(_ call: String) async throws(StoreError) {
            calls.withLock { $0.append(call) }
            if call.hasPrefix("record("), isBroken.withLock(\.self) {
                throw StoreError(.unavailable, "the disk is full")
            }
        }

        func leave(_ call: String) async throws(StoreError) {}
    }

    private let audit = Audit()
    private let harbour: ServedHarbour
    private let session: String

    init() async throws {
        harbour = try await ServedHarbour(userTokens: { NamedTokens($0) }, interceptor: audit)
        let reply = try await harbour.send(.post, "/v1/sessions", #"{"flow":"Harbour"}"#, token: "user.ada.3600")
        session = try JSON.decode(StateDocument.self, from: reply.body).session
        let berth = #"{"action":"didBerth","params":{"name":"Tern","code":"secret"}}"#
        _ = try await harbour.send(.post, "/v1/sessions/\(session)/actions", berth, token: "user.ada.3600")
    }

    /// Each call that changes something or shows what a user typed or saw.
    static let calls: [(method: FairwayHTTP.Method, template: String, body: String, session: Bool, user: String?)] = [
        (.get, "/v1/admin/sessions/{session}", "", true, "ada"),
        (.get, "/v1/admin/sessions/{session}/journal", "", true, "ada"),
        (.delete, "/v1/admin/sessions/{session}", "", true, "ada"),
        (.post, "/v1/admin/sessions/{session}/release", "", true, "ada"),
        (.get, "/v1/admin/jobs", "", false, nil),
        (.get, "/v1/admin/events", "", false, nil),
        (.post, "/v1/admin/jobs/{session}/{job}/retry", "", true, "ada"),
        (.delete, "/v1/admin/jobs/{session}/{job}", "", true, "ada"),
        (.get, "/v1/admin/sessions/{session}/states/{revision}", "", true, "ada"),
        (.post, "/v1/admin/sessions/{session}/fork", "{}", true, "ada"),
        (.post, "/v1/admin/jobs/{session}/{job}/complete", "{}", true, "ada"),
        (.post, "/v1/admin/jobs/{session}/{job}/fail", #"{"message":"no"}"#, true, "ada"),
        (.get, "/v1/admin/users/{user}/export", "", false, "ada"),
        (.delete, "/v1/admin/users/{user}", "", false, "ada"),
        (
            .post, "/v1/sessions/{session}/signals", #"{"signal":"Harbour.StormWarning","params":{"force":9}}"#, true,
            "ada"
        ),
        (.put, "/v1/admin/problems/{problem}", #"{"status":"muted"}"#, false, nil),
        (.post, "/v1/admin/batches", #"{"action":"end","filter":{"user":"ada"},"count":1}"#, false, "ada"),
        (.delete, "/v1/admin/batches/{batch}", "", false, nil),
        (.post, "/v1/admin/webhooks/{webhook}/redeliver", #"{"after":"0"}"#, false, nil),
    ]

    /// The calls that are in no audit, because they neither change anything nor show what a user typed or saw.
    static let unaudited = [
        "/v1/admin/flows", "/v1/admin/summary", "/v1/admin/overview", "/v1/admin/builds", "/v1/admin/problems",
        "/v1/admin/problems/{problem}", "/v1/admin/graph", "/v1/admin/funnel",
        "/v1/admin/declared", "/v1/admin/stream", "/v1/admin/sessions", "/v1/admin/sessions/count",
        "/v1/admin/audit", "/v1/admin/batches", "/v1/admin/batches/{batch}", "/v1/admin/quarantine",
        "/v1/admin/webhooks",
    ].map { "GET \($0)" }

    @Test func everyCallIsAuditedOrShowsNoRecords() {
        let all = OperatorRoleTests.calls.map { "\($0.method.name) \($0.template)" }
        #expect(Set(all) == Set(Self.calls.map { "\($0.method.name) \($0.template)" } + Self.unaudited))
    }

    private func path(_ template: String) -> String {
        template.replacing("{session}", with: session).replacing("{job}", with: "j1").replacing("{user}", with: "ada")
            .replacing("{batch}", with: "none").replacing("{revision}", with: "1").replacing("{problem}", with: "none")
            .replacing("{webhook}", with: "none")
    }

    @Test(arguments: calls)
    func callIsInTheAudit(
        _ method: FairwayHTTP.Method,
        _ template: String,
        _ body: String,
        _ isAboutSession: Bool,
        _ user: String?
    ) async throws {
        _ = try await harbour.send(
            method,
            path(template),
            body,
            token: ServedHarbour.token(of: .admin),
            headers: [(name: "X-Request-Id", value: "request-7")]
        )
        let body = try await harbour.send(.get, "/v1/admin/audit").body
        let entries = try JSON.decode(AuditDocument.self, from: body).entries
        #expect(entries.count == 1)
        let entry = try #require(entries.first)
        #expect(entry.operator == "the-admin")
        let subject = template.replacing("{problem}", with: "none").replacing("{webhook}", with: "none")
        #expect(entry.call == "\(method.name) \(subject)")
        #expect(entry.session == (isAboutSession ? session : nil))
        #expect(entry.user == user)
        #expect(entry.request == "request-7")
        #expect(entry.at == harbour.clock.now)
    }

    @Test(arguments: calls)
    func callDoesNothingIfTheAuditCannotBeWritten(
        _ method: FairwayHTTP.Method,
        _ template: String,
        _ body: String,
        _ isAboutSession: Bool,
        _ user: String?
    ) async throws {
        let before = try #require(try await harbour.store.load(session))
        audit.calls.withLock { $0 = [] }
        audit.isBroken.withLock { $0 = true }
        let reply = try await harbour.send(method, path(template), body)
        #expect(reply.status == 503)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .storeUnavailable)
        #expect(!String(decoding: reply.body, as: UTF8.self).contains("Tern"))
        #expect(audit.calls.withLock(\.self) == ["record(_:)"], "no other call of the store was made")
        #expect(harbour.log.contains { $0.contains("the disk is full") })
        #expect(try await harbour.store.load(session) == before)
        #expect(try await harbour.store.batches(BatchesQuery()).rows == [])
    }

    @Test func callsThatShowNoRecordsAreNotInTheAudit() async throws {
        for path in [
            "flows", "summary", "overview", "builds", "problems", "graph", "funnel?flow=Harbour", "declared",
            "sessions", "sessions/count",
            "batches", "audit", "quarantine", "webhooks",
        ] {
            #expect(try await harbour.send(.get, "/v1/admin/\(path)").status == 200)
        }
        for path in ["sessions/\(session)", "sessions/\(session)/journal", "jobs", "jobs?session=\(session)"] {
            let reply = try await harbour.send(.get, "/v1/admin/\(path)", token: ServedHarbour.token(of: .view))
            #expect(reply.status == 200)
        }
        let refused = try await harbour.send(
            .delete,
            "/v1/admin/sessions/\(session)",
            token: ServedHarbour.token(of: .view)
        )
        #expect(refused.status == 403)
        #expect(try await harbour.store.audit(AuditQuery()).rows == [])
    }

    @Test func searchForAPersonIsInTheAuditAndNeedsTheRoleSupport() async throws {
        for path in ["sessions?person=AD", "sessions/count?person=AD"] {
            let reply = try await harbour.send(.get, "/v1/admin/\(path)", token: ServedHarbour.token(of: .support))
            #expect(reply.status == 200)
            let refused = try await harbour.send(.get, "/v1/admin/\(path)", token: ServedHarbour.token(of: .view))
            #expect(refused.status == 403)
        }
        let entries = try await harbour.store.audit(AuditQuery()).rows
        #expect(entries.map(\.call) == ["GET /v1/admin/sessions/count", "GET /v1/admin/sessions"])
        #expect(entries.map(\.operator) == ["the-support", "the-support"])
        let found = try await harbour.send(.get, "/v1/admin/sessions?person=AD")
        #expect(try JSON.decode(SessionsDocument.self, from: found.body).sessions.map(\.session) == [session])
    }

    @Test func listOfTheJobsOfASessionIsInTheAuditOfItsUser() async throws {
        #expect(try await harbour.send(.get, "/v1/admin/jobs?session=\(session)").status == 200)
        #expect(try await harbour.send(.get, "/v1/admin/jobs?session=%zz").status == 400)
        let entries = try await harbour.store.audit(AuditQuery()).rows
        #expect(entries.map(\.call) == ["GET /v1/admin/jobs"])
        #expect(entries.map(\.session) == [session])
        #expect(entries.map(\.user) == ["ada"])
    }

    @Test func erasureOfAUserLeavesTheAudit() async throws {
        _ = try await harbour.send(.get, "/v1/admin/sessions/\(session)", token: ServedHarbour.token(of: .support))
        #expect(try await harbour.send(.delete, "/v1/admin/users/ada").status == 200)
        let reply = try await harbour.send(.get, "/v1/admin/audit?user=ada&limit=5")
        let entries = try JSON.decode(AuditDocument.self, from: reply.body).entries
        #expect(entries.map(\.call) == ["DELETE /v1/admin/users/{user}", "GET /v1/admin/sessions/{session}"])
        #expect(entries.map(\.operator) == ["admin", "the-support"])
    }

    @Test func auditIsFilteredAndPaged() async throws {
        for role in [OperatorRole.support, .admin, .support] {
            let token = ServedHarbour.token(of: role)
            _ = try await harbour.send(.get, "/v1/admin/sessions/\(session)", token: token)
        }
        func page(_ query: String) async throws -> JSONValue {
            try JSON.decode(JSONValue.self, from: try await harbour.send(.get, "/v1/admin/audit?\(query)").body)
        }
        #expect(try await page("operator=the-support")["entries"]?.array?.count == 2)
        #expect(try await page("session=\(session)")["entries"]?.array?.count == 3)
        #expect(try await page("session=other")["entries"]?.array?.count == 0)
        let first = try await page("limit=2")
        #expect(first["entries"]?.array?.count == 2)
        let cursor = try #require(first["next"]?.string)
        let rest = try await page("limit=2&cursor=\(cursor)")
        #expect(rest["entries"]?.array?.count == 1)
        #expect(rest["next"] == .null)
        #expect(try await harbour.send(.get, "/v1/admin/audit?cursor=x").status == 400)
    }
}
