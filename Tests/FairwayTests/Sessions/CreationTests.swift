import FairwayOperators
import FairwayTesting
import Foundation
import TestWaits
import Testing

@testable import Fairway

/// The calls that return a token: starting a session and handing it over (`protocol.md` 3 and 4).
@Suite(.waiting)
struct CreationTests {
    private let key = RequestKey("0123456789abcdef", fingerprint: "POST /sessions")

    @Test func sessionStartsAtRevisionOneWithToken() async throws {
        let bench = try await EngineFixture()
        let answer = await bench.engine.start()
        let state = try answer.state()
        #expect(answer.status == 201)
        #expect(state.revision == 1)
        #expect(state.token != nil)
        #expect(state.moves.isEmpty)
        #expect(state.screen?.flow == "Stage")
        let get = await bench.engine.state(state.session, by: Caller(.token(try #require(state.token))))
        #expect(try get.state().token == nil)
    }

    @Test func onlyHashOfTokenIsStored() async throws {
        let bench = try await EngineFixture()
        let stored = try #require(try await bench.store.load(bench.session))
        #expect(stored.session.tokenHash.count == 32)
        #expect(!"\(stored)".contains(bench.token))
    }

    @Test func repeatedStartWithKeyReturnsSameBytes() async throws {
        let bench = try await EngineFixture()
        let first = await bench.engine.start(StartRequest(flow: "Turnstile"), key: key)
        let repeated = await bench.engine.start(StartRequest(flow: "Turnstile"), key: key)
        #expect(first.status == 201)
        #expect(repeated.status == 201)
        #expect(repeated.isReplay)
        #expect(repeated.body == first.body)
        let state = try first.state()
        let caller = Caller(.token(try #require(state.token)))
        #expect(await bench.engine.state(state.session, by: caller).status == 200)
        // The stored data does not contain the token.
        let creation = try #require(try await bench.store.creation(SHA256.hash(key.key.utf8)))
        let kept = String(decoding: try CompressedJSON(stored: creation.body).unpacked(), as: UTF8.self)
        #expect(kept.contains(state.session))
        #expect(!kept.contains(try #require(state.token)))
    }

    @Test func concurrentStartsWithSameKeyCreateOneSession() async throws {
        let bench = try await EngineFixture()
        let key = key
        let answers = await withTaskGroup(of: Answer.self) { group in
            for _ in 0..<10 {
                group.addTask { await bench.engine.start(StartRequest(flow: "Turnstile"), key: key) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers.map(\.body)).count == 1)
        #expect(answers.count { !$0.isReplay } == 1)
    }

    @Test func reusingKeyForAnotherStartIsRejected() async throws {
        let bench = try await EngineFixture()
        _ = await bench.engine.start(StartRequest(flow: "Turnstile"), key: key)
        let other = RequestKey(key.key, fingerprint: "POST /sessions {}")
        #expect(try await bench.engine.start(key: other).problem().code == .idempotencyKeyReused)
    }

    @Test func rejectedStartWithKeyIsStored() async throws {
        let bench = try await EngineFixture()
        let request = StartRequest(flow: "Turnstile", input: try RawJSON(encoding: ["count": "many"]))
        let first = await bench.engine.start(request, key: key)
        #expect(try first.problem().code == .invalidInput)
        let repeated = await bench.engine.start(request, key: key)
        #expect(repeated.isReplay)
        #expect(repeated.status == 422)
        #expect(repeated.body == first.body)
        let corrected = RequestKey(key.key, fingerprint: "POST /sessions corrected")
        #expect(
            try await bench.engine.start(StartRequest(flow: "Turnstile"), key: corrected).problem().code
                == .idempotencyKeyReused
        )
        bench.clock.advance(by: 601)
        _ = try await Sweeper(bench.operators).sweep()
        #expect(await bench.engine.start(StartRequest(flow: "Turnstile"), key: corrected).status == 201)
    }

    @Test func rejectedHandoffWithKeyIsStored() async throws {
        let bench = try await EngineFixture()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let device = Device(screens: [:])
        let first = await bench.engine.takeHandoff(code, device: device, key: key)
        #expect(try first.problem().code == .unsupportedScreen)
        let repeated = await bench.engine.takeHandoff(code, device: device, key: key)
        #expect(repeated.isReplay)
        #expect(repeated.body == first.body)
    }

    /// A draft may have the maximum depth of readable JSON, and is nested deeper in the returned state.
    @Test func handoffWithKeyIsRepeatedDespiteDeepDraft() async throws {
        let bench = try await EngineFixture()
        let screen = try #require(try await bench.engine.state(bench.session, by: bench.caller).state().screen)
        let draft = try RawJSON(
            validating: Array((String(repeating: "[", count: 64) + String(repeating: "]", count: 64)).utf8)
        )
        #expect(await bench.engine.setDraft(draft, bench.session, screen: screen.id, by: bench.caller) == nil)
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let first = await bench.engine.takeHandoff(code, device: nil, key: key)
        #expect(try first.state().screen?.draft == draft)
        let repeated = await bench.engine.takeHandoff(code, device: nil, key: key)
        #expect(repeated.isReplay)
        #expect(repeated.body == first.body)
    }

    @Test func temporaryRejectionOfStartIsNotStored() async throws {
        let bench = try await EngineFixture()
        bench.store.failNext(.beforeCommit)
        #expect(await bench.engine.start(StartRequest(flow: "Turnstile"), key: key).status == 503)
        #expect(await bench.engine.start(StartRequest(flow: "Turnstile"), key: key).status == 201)
        let unknown = RequestKey("another-key-of-sixteen", fingerprint: "POST /sessions")
        #expect(await bench.engine.start(StartRequest(flow: "Nothing"), key: unknown).status == 404)
        #expect(await bench.engine.start(StartRequest(flow: "Turnstile"), key: unknown).status == 201)
    }

    private static func requester(_ user: String?) -> Requester { user.map { .named(User(id: $0)) } ?? .anonymous }

    /// Behind an authenticating proxy, users do not get each other's answers or problems.
    @Test func keysOfDifferentUsersAreIndependent() async throws {
        let bench = try await EngineFixture()
        var answers: [String?: Answer] = [:]
        for user in ["ada", "eve", "", nil] {
            let answer = await bench.engine.start(StartRequest(flow: "Turnstile"), key: key, by: Self.requester(user))
            #expect(try answer.state().session != bench.session)
            answers[user] = answer
        }
        #expect(try Set(answers.values.map { try $0.state().session }).count == 4)
        #expect(try Set(answers.values.map { try $0.state().token }).count == 4)
        for (user, answer) in answers {
            let repeated = await bench.engine.start(StartRequest(flow: "Turnstile"), key: key, by: Self.requester(user))
            #expect(repeated.body == answer.body)
            #expect(repeated.isReplay)
        }
    }

    /// With one id for both, an external service would ignore the second user's start as a repetition.
    @Test func changeIDsOfStartsWithSameKeyDifferByUser() async throws {
        let engine = try Engine(App(initial: Receipt()) {}, store: MemoryStore())
        var changes: Set<RawJSON?> = []
        for user in ["ada", "eve", nil] {
            changes.insert(try await engine.start(key: key, by: Self.requester(user)).state().screen?.viewModel)
        }
        #expect(changes.count == 3)
    }

    private struct Receipt: FlowController {
        func start(_ nav: Navigator<Self>) { nav.show(Page(change: nav.changeID)) }

        static var routes: Routes<Self> { screen(Page.self) }

        struct Page: Screen { var change = "" }
    }

    /// The expiry time alone does not invalidate a key, because the clock may have been set.
    @Test func keyIsValidUntilSweeperDeletesIt() async throws {
        let bench = try await EngineFixture()
        let sweeper = Sweeper(bench.operators)
        let first = await bench.engine.start(key: key)
        bench.clock.advance(by: 86_400)
        #expect(await bench.engine.start(key: key).body == first.body)
        #expect(try await sweeper.sweep().forgotten == 1)
        #expect(try await bench.engine.start(key: key).state().session != first.state().session)
    }

    @Test func unknownFlowIsRejectedWithListOfFlows() async throws {
        let bench = try await EngineFixture()
        let problem = try await bench.engine.start(StartRequest(flow: "Nothing")).problem()
        #expect(problem.code == .noSuchFlow)
        #expect(problem.members["available"] == ["Puppet", "Stage", "Turnstile"])
        #expect(bench.engine.liveSessionCount == 1)
    }

    @Test(arguments: [
        (#"{"count":"many"}"#, "/input/count"), (#"{"count":1.5}"#, "/input/count"),
        (#"{"changes":[1]}"#, "/input/changes/0"),
        ("[]", "/input"), ("5", "/input"),
    ])
    func invalidInputIsRejectedWithItsPath(_ input: String, _ pointer: String) async throws {
        let bench = try await EngineFixture()
        let input = try RawJSON(validating: Array(input.utf8))
        let problem = try await bench.engine.start(StartRequest(flow: "Turnstile", input: input)).problem()
        #expect(problem.code == .invalidInput)
        #expect(problem.errors.map(\.pointer) == [pointer])
    }

    @Test func absentMembersOfInputKeepTheirDefaults() async throws {
        let bench = try await EngineFixture()
        let input = try RawJSON(validating: Array(#"{"count":7}"#.utf8))
        let state = try await bench.engine.start(StartRequest(flow: "Turnstile", input: input)).state()
        let flow = try await bench.engine.inspect(state.session).flows.first?.value as? Turnstile
        #expect(flow?.count == 7)
        #expect(flow?.changes == [])
    }

    @Test func handoffCountsAsOneChange() async throws {
        let bench = try await EngineFixture()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let answered = bench.engine.admission.answeredCount
        let hold = bench.store.holdNext()
        let taking = Task { await bench.engine.takeHandoff(code, device: nil) }
        await hold.reached()
        #expect(bench.engine.statistics.changesUnderWay == 1)
        hold.release()
        #expect(await taking.value.status == 200)
        #expect(bench.engine.statistics.changesUnderWay == 0)
        #expect(bench.engine.admission.answeredCount == answered + 1)
    }

    @Test func handoffSupersedesOldToken() async throws {
        let bench = try await EngineFixture()
        let stream = try await bench.subscribe(after: 1)
        let (code, expiresAt) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        #expect(expiresAt.timeIntervalSince(bench.clock.now) == 300)
        let taken = await bench.engine.takeHandoff(code, device: Device(idiom: .pad))
        let state = try taken.state()
        #expect(taken.status == 200)
        #expect(state.session == bench.session)
        #expect(try await bench.send("count").problem().code == .superseded)
        let caller = Caller(.token(try #require(state.token)))
        #expect(await bench.engine.state(bench.session, by: caller).status == 200)
        guard case .superseded? = await stream.next() else {
            Issue.record("the old device's stream did not end as superseded")
            return
        }
        #expect(await stream.next() == nil)
        // The former token is still known after the session is loaded again.
        bench.engine.dropIdleSessions()
        #expect(try await bench.send("count").problem().code == .superseded)
    }

    @Test func oldestFormerTokensAreForgotten() async throws {
        var limits = EngineLimits()
        limits.supersededTokens = 2
        let bench = try await EngineFixture(limits: limits)
        var tokens = [bench.token]
        for _ in 0..<3 {
            let caller = Caller(.token(try #require(tokens.last)))
            let (code, _) = try await bench.engine.makeHandoff(bench.session, by: caller)
            tokens.append(try #require(try await bench.engine.takeHandoff(code, device: nil).state().token))
        }
        var codes: [ProblemCode?] = []
        for token in tokens { codes.append(await bench.engine.state(bench.session, by: Caller(.token(token))).code) }
        #expect(codes == [.noSuchSession, .superseded, .superseded, nil])
    }

    @Test func handoffCreatesRevision() async throws {
        let bench = try await EngineFixture()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        #expect(try await bench.engine.takeHandoff(code, device: nil).state().revision == 2)
    }

    @Test func codeIsValidOnceWithinFiveMinutes() async throws {
        let bench = try await EngineFixture()
        let (used, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let token = try await bench.engine.takeHandoff(used, device: nil).state().token
        #expect(try await bench.engine.takeHandoff(used, device: nil).problem().code == .noSuchHandoff)
        let caller = Caller(.token(try #require(token)))
        let (late, _) = try await bench.engine.makeHandoff(bench.session, by: caller)
        bench.clock.advance(by: 301)
        #expect(try await bench.engine.takeHandoff(late, device: nil).problem().code == .noSuchHandoff)
        #expect(try await bench.engine.takeHandoff("guessed", device: nil).problem().code == .noSuchHandoff)
    }

    @Test func handoffIsRepeatedAfterLostRace() async throws {
        let bench = try await EngineFixture()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        bench.store.failNext(.conflict)
        #expect(await bench.engine.takeHandoff(code, device: nil).status == 200)
    }

    @Test func repeatedHandoffWithKeyReturnsSameBytes() async throws {
        let bench = try await EngineFixture()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let first = await bench.engine.takeHandoff(code, device: nil, key: key)
        let repeated = await bench.engine.takeHandoff(code, device: nil, key: key)
        #expect(first.body == repeated.body)
        #expect(repeated.isReplay)
    }
}
