import Fairway
import FairwayTesting
import Testing

/// The conditions under which a change is made (`protocol.md` 3).
struct GuardTests {
    @Test func actionOnHiddenScreenIsStaleAndReturnsState() async throws {
        let bench = try await EngineFixture()
        let first = try #require(try await bench.state.screen?.id)
        try await bench.send("push", ["label": "next"])
        let problem = try await bench.send("count", screen: first).problem()
        #expect(problem.code == .staleScreen)
        #expect(problem.state?.revision == 2)
        #expect(problem.state?.screen?.id != first)
        #expect(try await bench.state.revision == 2)
    }

    @Test(arguments: ["s99", "", "c1", "s01", "nonsense"])
    func actionOnUnknownScreenIsStale(_ screen: String) async throws {
        let bench = try await EngineFixture()
        #expect(try await bench.send("count", screen: screen).problem().code == .staleScreen)
    }

    @Test func changeAtOtherRevisionIsRejected() async throws {
        let bench = try await EngineFixture()
        try await bench.send("count", revisions: [1])
        let problem = try await bench.send("count", revisions: [1]).problem()
        #expect(problem.code == .revisionMismatch)
        #expect(problem.state?.revision == 2)
        #expect(try await bench.send("count", revisions: [1, 2]).state().revision == 3)
    }

    @Test func unknownActionIsRejectedWithListOfActions() async throws {
        let bench = try await EngineFixture()
        let problem = try await bench.send("explode").problem()
        #expect(problem.code == .noSuchAction)
        let actions = problem.members["actions"]?.array?.compactMap(\.string)
        #expect(
            actions?.sorted() == [
                "block", "cancel", "compute", "count", "fail", "finish", "linger", "note", "push", "refuse", "schedule",
                "toast", "wait",
            ]
        )
    }

    @Test(arguments: [JSONValue.null, [:], ["label": 5], ["label": nil], []])
    func invalidParametersAreReported(_ params: JSONValue) async throws {
        let bench = try await EngineFixture()
        let problem = try await bench.send("push", params).problem()
        #expect(problem.code == .invalidParams)
        #expect(problem.errors.allSatisfy { $0.pointer.hasPrefix("/params") })
        #expect(!problem.errors.isEmpty)
    }

    @Test func runningSessionIsNotStartedAgain() async throws {
        let bench = try await EngineFixture()
        let before = try await bench.state
        let answer = await bench.engine.perform(.start(StartRequest()), on: bench.session, by: bench.caller)
        #expect(answer.code == .malformedRequest)
        #expect(try await bench.state == before)
    }

    @Test func wrongTokenAndUnknownSessionAreIndistinguishable() async throws {
        let bench = try await EngineFixture()
        let wrong = await bench.engine.state(bench.session, by: Caller(.token("wrong")))
        let unknown = await bench.engine.state("unknown", by: bench.caller)
        #expect(wrong.status == 404)
        #expect(wrong.body == unknown.body)
        #expect(bench.engine.liveSessionCount == 1)
    }

    @Test func sessionDoesNotExistForOtherUser() async throws {
        let bench = try await EngineFixture()
        let (ada, bob) = (User(id: "ada"), User(id: "bob"))
        let started = try await bench.engine.start(StartRequest(flow: "Turnstile"), by: .named(ada)).state()
        let token = Caller.Credential.token(try #require(started.token))
        #expect(await bench.engine.state(started.session, by: Caller(token, user: ada)).status == 200)
        #expect(await bench.engine.state(started.session, by: Caller(token, user: bob)).status == 404)
        #expect(await bench.engine.state(started.session, by: Caller(token)).status == 404)
    }

    @Test func usersWithCanonicallyEqualIDsAreDifferent() async throws {
        let bench = try await EngineFixture()
        let (composed, decomposed) = (User(id: "ren\u{E9}"), User(id: "rene\u{301}"))
        #expect(composed != decomposed)
        let started = try await bench.engine.start(StartRequest(flow: "Turnstile"), by: .named(composed)).state()
        let token = Caller.Credential.token(try #require(started.token))
        #expect(await bench.engine.state(started.session, by: Caller(token, user: decomposed)).status == 404)
        #expect(await bench.engine.state(started.session, by: Caller(token, user: composed)).status == 200)
    }
}
