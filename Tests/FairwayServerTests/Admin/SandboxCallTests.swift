import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Testing

@testable import FairwayServer

/// Calls for kept states, forks and the work of sandboxes (`protocol.md`, section 6).
struct SandboxCallTests {
    private let harbour: ServedHarbour
    private let session: String
    private let token: String

    init() async throws { try await self.init(allowsForks: true) }

    /// A session at revision 3, with a job of revision 2.
    private init(allowsForks: Bool) async throws {
        var limits = OperatorLimits()
        limits.keptStates = 20
        harbour = try await ServedHarbour(operatorLimits: limits, allowsForks: allowsForks)
        let begun = try await harbour.begin()
        (session, token) = (begun.session, try #require(begun.token))
        for body in [
            #"{"action":"callPilot"}"#, #"{"action":"didBerth","params":{"name":"Ada","code":"secret"}}"#,
        ] {
            _ = try await harbour.send(.post, "/v1/sessions/\(session)/actions", body, token: token)
        }
    }

    private func fork(_ body: String = "") async throws -> (session: String, token: String) {
        let reply = try await harbour.send(.post, "/v1/admin/sessions/\(session)/fork", body)
        #expect(reply.status == 201)
        let fork = try JSON.decode(ForkDocument.self, from: reply.body)
        return (fork.session, fork.token)
    }

    private func json(_ path: String) async throws -> JSONValue {
        try JSON.decode(JSONValue.self, from: try await harbour.send(.get, path).body)
    }

    private func code(_ reply: HarbourReply) throws -> ProblemCode {
        try JSON.decode(Problem.self, from: reply.body).code
    }

    @Test func sessionListsItsKeptStates() async throws {
        #expect(try await json("/v1/admin/sessions/\(session)")["states"] == [3, 2, 1])
        let state = try await json("/v1/admin/sessions/\(session)/states/2")
        #expect(state["revision"] == 2)
        #expect(state["moves"] == [])
        #expect(state["screen"]?["name"] == "Harbour.Quay")
        #expect(try await json("/v1/admin/sessions/\(session)/states/3")["screen"]?["name"] == "Harbour.Ship")
    }

    @Test(arguments: ["9", "0", "-1", "x", "2.0"])
    func unknownRevisionsAreNotFound(_ revision: String) async throws {
        let reply = try await harbour.send(.get, "/v1/admin/sessions/\(session)/states/\(revision)")
        #expect(reply.status == 404)
        // The path has only integers.
        guard Int(revision) != nil else { return #expect(try code(reply) == .noSuchRoute) }
        #expect(try code(reply) == .noSuchState)
        let fork = try await harbour.send(.post, "/v1/admin/sessions/\(session)/fork", #"{"revision":\#(revision)}"#)
        #expect(fork.status == 404)
        #expect(try code(fork) == .noSuchState)
    }

    @Test func forkIsOpenedByItsToken() async throws {
        let fork = try await fork(#"{"revision":2}"#)
        let state = try await harbour.send(.get, "/v1/sessions/\(fork.session)", token: fork.token)
        #expect(state.status == 200)
        #expect(try JSON.decode(StateDocument.self, from: state.body).revision == 2)
        #expect(try await harbour.send(.get, "/v1/sessions/\(fork.session)", token: token).status == 404)
        #expect(try await harbour.send(.get, "/v1/sessions/\(session)", token: fork.token).status == 404)
        let handoff = try await harbour.send(.post, "/v1/sessions/\(fork.session)/handoff", token: fork.token)
        #expect(handoff.status == 403)
        let document = try await json("/v1/admin/sessions/\(fork.session)")
        #expect(document["session"]?["sandbox"] == true)
        #expect(document["origin"] == .string(session))
        // A day after its start.
        #expect(document["session"]?["createdAt"] == "2023-11-14T22:13:20.000Z")
        #expect(document["deletedAt"] == "2023-11-15T22:13:20.000Z")
        let origin = try await json("/v1/admin/sessions/\(session)")
        #expect(origin["origin"] == .null && origin["deletedAt"] == .null)
    }

    @Test func incidentOfASandboxBelongsToNoProblem() async throws {
        let fork = try await fork()
        let path = "/v1/sessions/\(fork.session)/actions"
        _ = try await harbour.send(.post, path, #"{"action":"runAground"}"#, token: fork.token)
        await harbour.operators.flush()
        let incidents = try await json("/v1/admin/sessions/\(fork.session)")["incidents"]?.array
        #expect(incidents?.map { $0["problem"] } == [.null])
    }

    @Test func forksNeedTheFlag() async throws {
        let tests = try await SandboxCallTests(allowsForks: false)
        let reply = try await tests.harbour.send(.post, "/v1/admin/sessions/\(tests.session)/fork")
        #expect(reply.status == 403)
        #expect(try code(reply) == .forbidden)
        #expect(try await tests.json("/v1/admin/sessions?sandbox=true")["sessions"] == [])
    }

    @Test func sandboxIsListedOnRequestOnly() async throws {
        func sessions(_ query: String) async throws -> [JSONValue?] {
            try await json("/v1/admin/sessions\(query)")["sessions"]?.array?.map { $0["session"] } ?? []
        }
        let before = try await json("/v1/admin/summary")
        let fork = try await fork()
        #expect(try await sessions("") == [.string(session)])
        #expect(try await sessions("?sandbox=false") == [.string(session)])
        #expect(try await sessions("?sandbox=true") == [.string(fork.session)])
        #expect(try await harbour.send(.get, "/v1/admin/sessions?sandbox=1").status == 400)
        #expect(try await json("/v1/admin/summary") == before)
        #expect(try await json("/v1/admin/flows")["flows"]?.array?.count == 1)
        #expect(try await json("/v1/admin/jobs")["jobs"]?.array?.count == 1)
        #expect(try await json("/v1/admin/jobs?session=\(fork.session)")["jobs"]?.array?.count == 1)
    }

    @Test func workIsCompletedOrFailedByAnOperator() async throws {
        let jobs = try await json("/v1/admin/jobs?session=\(session)")["jobs"]?.array
        let job = try #require(jobs?.first?["id"]?.string)
        for (call, body) in [("complete", "{}"), ("fail", #"{"message":"No pilot."}"#)] {
            let fork = try await fork()
            let refused = try await harbour.send(.post, "/v1/admin/jobs/\(session)/\(job)/\(call)", body)
            #expect(refused.status == 403)
            #expect(try code(refused) == .forbidden)
            let reply = try await harbour.send(.post, "/v1/admin/jobs/\(fork.session)/\(job)/\(call)", body)
            #expect(reply.status == 204, "\(String(decoding: reply.body, as: UTF8.self))")
        }
        let fork = try await fork()
        let retry = try await harbour.send(.post, "/v1/admin/jobs/\(fork.session)/\(job)/retry")
        #expect(retry.status == 403)
        let nameless = try await harbour.send(.post, "/v1/admin/jobs/\(fork.session)/\(job)/fail", "{}")
        #expect(nameless.status == 400)
        #expect(try await json("/v1/admin/jobs?session=\(fork.session)")["jobs"]?.array?.count == 1)
    }
}
