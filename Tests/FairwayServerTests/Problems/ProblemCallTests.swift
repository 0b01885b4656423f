import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import FairwayServer

/// Problems, as operators see them (`protocol.md`, section 6).
struct ProblemCallTests {
    private let harbour: ServedHarbour
    private let session: StateDocument

    init() async throws {
        harbour = try await ServedHarbour()
        session = try await harbour.begin()
    }

    private func act(_ action: String, on session: StateDocument? = nil) async throws {
        let session = session ?? self.session
        let path = "/v1/sessions/\(session.session)/actions"
        _ = try await harbour.send(.post, path, #"{"action":"\#(action)"}"#, token: session.token)
    }

    private func problems(_ query: String = "", as role: OperatorRole = .admin) async throws -> [ProblemDocument] {
        let reply = try await harbour.send(.get, "/v1/admin/problems\(query)", token: ServedHarbour.token(of: role))
        #expect(reply.status == 200)
        return try JSON.decode(ProblemsDocument.self, from: reply.body).problems
    }

    @Test func failureOfTwoSessionsIsOneProblem() async throws {
        let other = try await harbour.begin()
        for _ in 0..<2 { try await act("runAground") }
        harbour.clock.advance(by: 60)
        try await act("runAground", on: other)
        let problem = try #require(try await problems().first)
        #expect(try await problems().count == 1)
        #expect((problem.kind, problem.code, problem.cause) == (.failed, "flow-failed", "Ada is on a rock"))
        #expect((problem.flow, problem.screen, problem.name) == ("Harbour", "Harbour.Quay", "runAground"))
        #expect((problem.sessions, problem.count) == (2, 3))
        #expect(problem.lastSeen.timeIntervalSince(problem.firstSeen) == 60)
        #expect((problem.firstBuild, problem.isNew, problem.status) == ("1.2.3+4f1c", true, .open))
        #expect(problem.hours.count == 24)
        #expect(problem.hours.map(\.count).reduce(0, +) == 3)
        #expect(try await problems(as: .view).map(\.cause) == [nil])
        let list = try await harbour.send(.get, "/v1/admin/sessions?problem=\(problem.id)")
        let sessions = try JSON.decode(SessionsDocument.self, from: list.body).sessions.map(\.session)
        #expect(sessions == [other.session, session.session])
        let count = try await harbour.send(.get, "/v1/admin/sessions/count?problem=\(problem.id)")
        #expect(try JSON.decode(SessionCountDocument.self, from: count.body).count == 2)
    }

    @Test func incidentsLeadToTheirProblems() async throws {
        for action in ["runAground", "made-up-by-a-client", "hailNobody"] { try await act(action) }
        await harbour.operators.flush()
        let detail = try await harbour.send(.get, "/v1/admin/sessions/\(session.session)")
        let incidents = try JSON.decode(SessionDetailDocument.self, from: detail.body).incidents
        let problems = try await self.problems()
        #expect(incidents.count == 3)
        #expect(Set(incidents.map(\.problem)) == Set(problems.map(\.id)))
    }

    @Test func auditNamesTheProblem() async throws {
        try await act("runAground")
        let id = try #require(try await problems().first?.id)
        _ = try await harbour.send(.put, "/v1/admin/problems/\(id)", #"{"status":"muted"}"#)
        let audit = try await harbour.send(.get, "/v1/admin/audit")
        let entries = try JSON.decode(AuditDocument.self, from: audit.body).entries
        #expect(entries.first?.call == "PUT /v1/admin/problems/\(id)")
    }

    @Test func clientCannotMakeProblems() async throws {
        for number in 0..<20 { try await act("made-up-\(number)") }
        let path = "/v1/sessions/\(session.session)/select"
        for number in 0..<20 {
            _ = try await harbour.send(.post, path, #"{"tab":"made-up-\#(number)"}"#, token: session.token)
        }
        let found = try await problems()
        #expect(found.map(\.name).allSatisfy { $0 == nil })
        #expect(found.map(\.code) == ["no-such-action"])
        #expect(found.map(\.count) == [20])
        #expect(try await problems("?kind=refused&flow=Harbour&build=1.2.3%2B4f1c&status=open").count == 1)
        #expect(try await problems("?kind=failed").isEmpty)
    }

    @Test func refusedStartsAreProblems() async throws {
        let starts = [
            #"{"flow":"Harbour","input":{"ships":1},"device":{"app":"7.1"}}"#, #"{"device":{"idiom":7}}"#,
        ]
        for start in starts {
            // The second one is a repeat, which is not counted.
            for _ in 0..<2 {
                let headers = [(name: "Idempotency-Key", value: "0123456789abcdef\(start.count)")]
                let reply = try await harbour.send(.post, "/v1/sessions", start, token: "", headers: headers)
                #expect(reply.status == 422)
            }
        }
        let found = try await problems()
        #expect(found.map(\.kind) == [.refused, .refused])
        #expect(found.map(\.count) == [1, 1])
        #expect(found.map(\.sessions) == [0, 0])
        let ofFlow = found.filter { $0.flow != nil }
        #expect(ofFlow.map(\.flow) == ["Harbour"])
        #expect(ofFlow.map { $0.apps.map(\.app) } == [["7.1"]])
        #expect(try await harbour.send(.get, "/v1/admin/sessions?problem=\(found[0].id)").status == 200)
        let counts = MeasuredCounts(try await harbour.store.serverCounts(since: .distantPast))
        #expect(counts[.refused] == 2)
    }

    @Test func resolvedProblemIsOpenWhenItReturns() async throws {
        try await act("runAground")
        let id = try #require(try await problems().first?.id)
        let path = "/v1/admin/problems/\(id)"
        let reply = try await harbour.send(.put, path, #"{"status":"resolved"}"#)
        #expect(reply.status == 200)
        let resolved = try JSON.decode(ProblemDocument.self, from: reply.body)
        #expect((resolved.status, resolved.resolvedIn) == (.resolved, "1.2.3+4f1c"))
        #expect(try await problems("?status=resolved").map(\.id) == [id])
        harbour.clock.advance(by: 1)
        try await act("runAground")
        let found = try await harbour.send(.get, path)
        let returned = try JSON.decode(ProblemDocument.self, from: found.body)
        #expect((returned.status, returned.resolvedIn, returned.count) == (.open, "1.2.3+4f1c", 2))
    }

    @Test(arguments: [#"{"status":"gone"}"#, "{}"])
    func unknownStatusIsRefused(body: String) async throws {
        let reply = try await harbour.send(.put, "/v1/admin/problems/none", body)
        #expect(reply.status == 422)
        #expect(try JSON.decode(Problem.self, from: reply.body).code == .invalidParams)
    }

    @Test func unknownProblemIsNotFound() async throws {
        for (method, body) in [(FairwayHTTP.Method.get, ""), (.put, #"{"status":"muted"}"#)] {
            let reply = try await harbour.send(method, "/v1/admin/problems/none", body)
            #expect(reply.status == 404)
            #expect(try JSON.decode(Problem.self, from: reply.body).code == .noSuchProblem)
        }
    }

    @Test func healthNamesTheBuild() async throws {
        let reply = try await harbour.send(.get, "/healthz")
        #expect(String(decoding: reply.body, as: UTF8.self) == #"{"status":"up","build":"1.2.3+4f1c"}"#)
    }
}
