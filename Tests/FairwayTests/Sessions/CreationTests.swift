import FairwayTesting
import Foundation
import Testing

@testable import Fairway

/// Starting sessions and handing them over: the calls that give out a token (`protocol.md` 3 and 4).
struct CreationTests {
    private let key = RequestKey("0123456789abcdef", fingerprint: "POST /sessions")

    @Test func aSessionStartsAtRevisionOneWithItsToken() async throws {
        let bench = try await Bench()
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

    @Test func theTokenIsKeptOnlyAsItsHash() async throws {
        let bench = try await Bench()
        let stored = try #require(try await bench.store.load(bench.session))
        #expect(stored.session.tokenHash.count == 32)
        #expect(!"\(stored)".contains(bench.token))
    }

    @Test func aRepeatOfAKeyedStartGetsTheSameSessionToTheByte() async throws {
        let bench = try await Bench()
        let first = await bench.engine.start(StartRequest(flow: "Turnstile"), key: key)
        let repeated = await bench.engine.start(StartRequest(flow: "Turnstile"), key: key)
        #expect(first.status == 201)
        #expect(repeated.status == 201)
        #expect(repeated.isReplay)
        #expect(repeated.body == first.body)
        let state = try first.state()
        let caller = Caller(.token(try #require(state.token)))
        #expect(await bench.engine.state(state.session, by: caller).status == 200)
        // Nothing at rest gives the token away.
        let creation = try #require(try await bench.store.creation(SHA256.hash(key.key.utf8)))
        let kept = String(decoding: try CompressedAnswer(stored: creation.body).unpacked(), as: UTF8.self)
        #expect(kept.contains(state.session))
        #expect(!kept.contains(try #require(state.token)))
    }

    @Test func startsWithOneKeyAtTheSameTimeAreOneSession() async throws {
        let bench = try await Bench()
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

    @Test func theSameKeyForAnotherStartIsRefused() async throws {
        let bench = try await Bench()
        _ = await bench.engine.start(StartRequest(flow: "Turnstile"), key: key)
        let other = RequestKey(key.key, fingerprint: "POST /sessions {}")
        #expect(try await bench.engine.start(key: other).problem().code == .idempotencyKeyReused)
    }

    @Test func aKeyedStartThatWasRefusedIsKept() async throws {
        let bench = try await Bench()
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
        _ = try await Sweeper(bench.engine).sweep()
        #expect(await bench.engine.start(StartRequest(flow: "Turnstile"), key: corrected).status == 201)
    }

    @Test func aKeyedHandoffThatWasRefusedIsKept() async throws {
        let bench = try await Bench()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let device = Device(screens: [:])
        let first = await bench.engine.takeHandoff(code, device: device, key: key)
        #expect(try first.problem().code == .unsupportedScreen)
        let repeated = await bench.engine.takeHandoff(code, device: device, key: key)
        #expect(repeated.isReplay)
        #expect(repeated.body == first.body)
    }

    /// What a user types may be as deep as any JSON that is read, and stands deeper in the state that is handed over.
    @Test func aKeyedHandoffIsRepeatedHoweverDeepADraftIs() async throws {
        let bench = try await Bench()
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

    @Test func aKeyedStartThatTheMomentRefusedIsNotKept() async throws {
        let bench = try await Bench()
        bench.store.failNext(.beforeCommit)
        #expect(await bench.engine.start(StartRequest(flow: "Turnstile"), key: key).status == 503)
        #expect(await bench.engine.start(StartRequest(flow: "Turnstile"), key: key).status == 201)
        let unknown = RequestKey("another-key-of-sixteen", fingerprint: "POST /sessions")
        #expect(await bench.engine.start(StartRequest(flow: "Nothing"), key: unknown).status == 404)
        #expect(await bench.engine.start(StartRequest(flow: "Turnstile"), key: unknown).status == 201)
    }

    /// Behind a proxy that names users: one is neither answered with what was another's, nor refused for it.
    @Test func aKeyBelongsToTheUserWhoseItIs() async throws {
        let bench = try await Bench()
        var answers: [String?: Answer] = [:]
        for user in ["ada", "eve", "", nil] {
            let answer = await bench.engine.start(StartRequest(flow: "Turnstile"), key: key, identity: user)
            #expect(try answer.state().session != bench.session)
            answers[user] = answer
        }
        #expect(try Set(answers.values.map { try $0.state().session }).count == 4)
        #expect(try Set(answers.values.map { try $0.state().token }).count == 4)
        for (user, answer) in answers {
            let repeated = await bench.engine.start(StartRequest(flow: "Turnstile"), key: key, identity: user)
            #expect(repeated.body == answer.body)
            #expect(repeated.isReplay)
        }
    }

    /// Else a service outside would take the second user's start for a repeat of the first one's.
    @Test func theChangeIDOfAKeyedStartBelongsToTheUserToo() async throws {
        let engine = try Engine(App(initial: Receipt()) {}, store: MemoryStore())
        var changes: Set<RawJSON?> = []
        for user in ["ada", "eve", nil] {
            changes.insert(try await engine.start(key: key, identity: user).state().screen?.viewModel)
        }
        #expect(changes.count == 3)
    }

    private struct Receipt: FlowController {
        func start(_ nav: Navigator<Self>) { nav.show(Page(change: nav.changeID)) }

        static var routes: Routes<Self> { screen(Page.self) }

        struct Page: Screen { var change = "" }
    }

    /// Whatever the clock says: it may have been set.
    @Test func aKeyIsAnsweredUntilTheSweeperDeletesIt() async throws {
        let bench = try await Bench()
        let sweeper = Sweeper(bench.engine)
        let first = await bench.engine.start(key: key)
        bench.clock.advance(by: 86_400)
        #expect(await bench.engine.start(key: key).body == first.body)
        #expect(try await sweeper.sweep().forgotten == 1)
        #expect(try await bench.engine.start(key: key).state().session != first.state().session)
    }

    @Test func anUnknownFlowIsSaidWithThoseThatAre() async throws {
        let bench = try await Bench()
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
    func inputThatDoesNotFitIsRefusedWithItsPlace(_ input: String, _ pointer: String) async throws {
        let bench = try await Bench()
        let input = try RawJSON(validating: Array(input.utf8))
        let problem = try await bench.engine.start(StartRequest(flow: "Turnstile", input: input)).problem()
        #expect(problem.code == .invalidInput)
        #expect(problem.errors.map(\.pointer) == [pointer])
    }

    @Test func whatInputLeavesOutComesFromTheRegisteredValue() async throws {
        let bench = try await Bench()
        let input = try RawJSON(validating: Array(#"{"count":7}"#.utf8))
        let state = try await bench.engine.start(StartRequest(flow: "Turnstile", input: input)).state()
        let flow = try await bench.engine.inspect(state.session).flows.first?.value as? Turnstile
        #expect(flow?.count == 7)
        #expect(flow?.changes == [])
    }

    @Test func aHandoffCountsOnceAsUnderWayAndOnceAsAnswered() async throws {
        let bench = try await Bench()
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

    @Test func aHandoffGivesANewTokenAndTheOldOneIsSuperseded() async throws {
        let bench = try await Bench()
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
            Issue.record("the old device's stream was not told first")
            return
        }
        #expect(await stream.next() == nil)
        // It survives a restart.
        bench.engine.dropIdleSessions()
        #expect(try await bench.send("count").problem().code == .superseded)
    }

    @Test func ofManyFormerTokensTheOldestAreForgotten() async throws {
        var limits = EngineLimits()
        limits.supersededTokens = 2
        let bench = try await Bench(limits: limits)
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

    @Test func aHandoffIsAChangeSoThatOtherServersLearnOfIt() async throws {
        let bench = try await Bench()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        #expect(try await bench.engine.takeHandoff(code, device: nil).state().revision == 2)
    }

    @Test func aCodeIsGoodOnceAndForFiveMinutes() async throws {
        let bench = try await Bench()
        let (used, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let token = try await bench.engine.takeHandoff(used, device: nil).state().token
        #expect(try await bench.engine.takeHandoff(used, device: nil).problem().code == .noSuchHandoff)
        let caller = Caller(.token(try #require(token)))
        let (late, _) = try await bench.engine.makeHandoff(bench.session, by: caller)
        bench.clock.advance(by: 301)
        #expect(try await bench.engine.takeHandoff(late, device: nil).problem().code == .noSuchHandoff)
        #expect(try await bench.engine.takeHandoff("guessed", device: nil).problem().code == .noSuchHandoff)
    }

    @Test func aHandoffThatLosesARaceIsMadeAgain() async throws {
        let bench = try await Bench()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        bench.store.failNext(.conflict)
        #expect(await bench.engine.takeHandoff(code, device: nil).status == 200)
    }

    @Test func aRepeatOfAKeyedHandoffGetsTheSameBytes() async throws {
        let bench = try await Bench()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let first = await bench.engine.takeHandoff(code, device: nil, key: key)
        let repeated = await bench.engine.takeHandoff(code, device: nil, key: key)
        #expect(first.body == repeated.body)
        #expect(repeated.isReplay)
    }
}
