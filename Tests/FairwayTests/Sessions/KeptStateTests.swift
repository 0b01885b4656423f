import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import Fairway
@testable import FairwayOperators

/// The states of sessions that are kept for operators.
@Suite(.waiting)
struct KeptStateTests {
    private static let limits: OperatorLimits = {
        var limits = OperatorLimits()
        limits.keptStates = 3
        return limits
    }()

    @Test func newestStatesAreKeptAsAGETGaveThem() async throws {
        let fixture = try await EngineFixture(operatorLimits: Self.limits)
        var given: [Int: StateDocument] = [:]
        for _ in 0..<5 {
            try await fixture.send("count")
            let state = try await fixture.state
            given[state.revision] = state
        }
        #expect(try await fixture.operators.keptRevisions(of: fixture.session) == [6, 5, 4])
        for revision in 4...6 {
            let kept = try await fixture.operators.keptDocument(fixture.session, at: revision)
            #expect(try JSON.decode(StateDocument.self, from: kept.bytes) == given[revision])
        }
        #expect(fixture.operators.statistics.states == StateStatistics(kept: 6))
    }

    @Test func nothingIsKeptByDefault() async throws {
        let fixture = try await EngineFixture()
        try await fixture.send("count")
        #expect(try await fixture.operators.keptRevisions(of: fixture.session) == [])
        #expect(fixture.operators.statistics.states == nil)
        let problem = await #expect(throws: Problem.self) {
            try await fixture.operators.keptDocument(fixture.session, at: 2)
        }
        #expect(problem?.code == .noSuchState)
    }

    @Test func unknownRevisionsAndSessionsAreNotFound() async throws {
        let fixture = try await EngineFixture(operatorLimits: Self.limits)
        let unknown = [(fixture.session, 9, ProblemCode.noSuchState), ("nobody", 1, .noSuchSession)]
        for (session, revision, code) in unknown {
            let problem = await #expect(throws: Problem.self) {
                try await fixture.operators.keptDocument(session, at: revision)
            }
            #expect(problem?.code == code)
        }
    }

    @Test func draftsAreNotKept() async throws {
        let fixture = try await EngineFixture(operatorLimits: Self.limits)
        let draft = try RawJSON(encoding: ["name": "Ada"])
        let screen = try #require(try await fixture.state.screen?.id)
        _ = await fixture.engine.setDraft(draft, fixture.session, screen: screen, by: fixture.caller)
        // The draft is visible in this revision.
        _ = await fixture.engine.perform(.device(Device(idiom: .pad)), on: fixture.session, by: fixture.caller)
        try await fixture.send("toast", ["text": "hello"])
        for revision in try await fixture.operators.keptRevisions(of: fixture.session) {
            let kept = try await fixture.operators.keptDocument(fixture.session, at: revision).description
            #expect(!kept.contains("Ada") && !kept.contains("hello"))
        }
    }

    @Test func noChangeWaitsForAStoreThatKeepsNothing() async throws {
        let fixture = try await EngineFixture(operatorLimits: Self.limits)
        try await fixture.send("count")
        await fixture.operators.flush()
        let answer = try await fixture.send("count")
        fixture.store.isUnavailable = true
        await fixture.operators.flush()
        fixture.store.isUnavailable = false
        #expect(answer.status == 200)
        #expect(try await fixture.operators.keptRevisions(of: fixture.session) == [2, 1])
        #expect(fixture.operators.statistics.states == StateStatistics(kept: 2, dropped: 1))
    }

    @Test func statesBeyondTheLimitAreDropped() async throws {
        var limits = Self.limits
        limits.keptStatesWaiting = 2
        let fixture = try await EngineFixture(operatorLimits: limits)
        for _ in 0..<3 { try await fixture.send("count") }
        #expect(try await fixture.operators.keptRevisions(of: fixture.session) == [2, 1])
        #expect(fixture.operators.statistics.states == StateStatistics(kept: 2, dropped: 2))
    }

    @Test func statesAreWrittenHalfASecondAfterAChange() async throws {
        let fixture = try await EngineFixture(operatorLimits: Self.limits)
        await fixture.clock.waiting(1)
        fixture.clock.advance(by: 0.5)
        try await until { try await !fixture.store.keptRevisions(fixture.session).isEmpty }
        #expect(try await fixture.store.keptRevisions(fixture.session) == [1])
    }

    @Test func sensitiveValuesAreMasked() async throws {
        let app = App(initial: Vault(), parts: [])
        let operators = try Operators(app, store: MemoryStore(), operatorLimits: Self.limits)
        let engine = operators.engine
        let started = await engine.start()
        let session = try started.state().session
        #expect(String(decoding: started.body, as: UTF8.self).contains("4711"))
        let caller = Caller(.app)
        _ = await engine.perform(.action(name: "open", params: nil, screen: nil, draft: nil), on: session, by: caller)
        for revision in [1, 2] {
            let kept = try await operators.keptDocument(session, at: revision).description
            #expect(!kept.contains("4711"))
            #expect(kept.contains("•••"))
        }
        #expect(try await engine.flowTree(session).state.screen?.viewModel.description.contains("4711") == false)
    }

    @Test(arguments: [0, 3]) func sensitiveResultIsMaskedForOperatorsOnly(_ kept: Int) async throws {
        var limits = Self.limits
        limits.keptStates = kept
        let app = App(initial: Vault(), parts: [Flow(Drawer())])
        let operators = try Operators(app, store: MemoryStore(), clock: ManualClock(), operatorLimits: limits)
        let engine = operators.engine
        let session = try await engine.start(StartRequest(flow: "Drawer")).state().session
        let caller = Caller(.app)
        let take = Change.action(name: "take", params: nil, screen: nil, draft: nil)
        #expect(try await engine.perform(take, on: session, by: caller).state().result?.description == #""4711""#)
        for drops in [false, true] {
            if drops { engine.dropIdleSessions() }
            #expect(try await engine.flowTree(session).state.result?.description == #""•••""#)
            #expect(try await engine.state(session, by: caller).state().result?.description == #""4711""#)
        }
        guard kept > 0 else { return }
        #expect(try await operators.keptDocument(session, at: 2).description.contains("4711") == false)
    }

    @Test(arguments: [nil, "r"])
    func operatorSeesAMaskedStateAndTheAppAWholeOne(_ request: String?) async throws {
        let operators = try Operators(App(initial: Vault(), parts: []), store: MemoryStore(), clock: ManualClock())
        let engine = operators.engine
        let session = try await engine.start().state().session
        for (credential, isMasked) in [(Caller.Credential.operator, true), (.app, false)] {
            let caller = Caller(credential, request: request)
            for answer in [
                await engine.state(session, by: caller), await engine.perform(.refresh, on: session, by: caller),
            ] {
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(text.contains("•••") == isMasked)
                #expect(text.contains("4711") == !isMasked)
            }
        }
    }

    @Test(arguments: ["Rain", "Vault.Inspection"])
    func answerToASignalIsMasked(_ signal: String) async throws {
        let operators = try Operators(App(initial: Vault(), parts: []), store: MemoryStore(), clock: ManualClock())
        let engine = operators.engine
        let session = try await engine.start().state().session
        let caller = Caller(.operator, request: "r")
        let key = RequestKey("k", fingerprint: "f")
        for key in [nil, key, key] {
            let answer = await engine.perform(
                .signal(name: signal, params: signal == "Rain" ? nil : .emptyObject),
                on: session,
                by: caller,
                guards: Guards(key: key)
            )
            #expect(answer.status == (signal == "Rain" ? 422 : 200))
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(text.contains("•••"))
            #expect(!text.contains("4711"))
        }
        let reused = await engine.perform(
            .signal(name: "Rain", params: nil),
            on: session,
            by: caller,
            guards: Guards(key: RequestKey("k", fingerprint: "another"))
        )
        #expect(reused.code == .idempotencyKeyReused)
        #expect(!String(decoding: reused.body, as: UTF8.self).contains("4711"))
    }

    @Test(arguments: [0, 3]) func sensitiveValuesAreMaskedInALoadedState(_ kept: Int) async throws {
        var limits = Self.limits
        limits.keptStates = kept
        let operators = try Operators(App(initial: Vault(), parts: []), store: MemoryStore(), operatorLimits: limits)
        let engine = operators.engine
        let session = try await engine.start().state().session
        let caller = Caller(.app)
        for action in [nil, "open"] {
            if let action {
                let change = Change.action(name: action, params: nil, screen: nil, draft: nil)
                _ = await engine.perform(change, on: session, by: caller)
            }
            for drops in [false, true] {
                if drops { engine.dropIdleSessions() }
                let shown = try await engine.flowTree(session).state.screen?.viewModel.description
                #expect(shown?.contains("4711") == false)
                #expect(shown?.contains("•••") == true)
                #expect(String(decoding: await engine.state(session, by: caller).body, as: UTF8.self).contains("4711"))
            }
        }
    }

    @Test(arguments: [0, 3]) func sensitiveValuesAreMaskedInASandbox(_ kept: Int) async throws {
        var limits = Self.limits
        limits.keptStates = kept
        let operators = try Operators(App(initial: Vault(), parts: []), store: MemoryStore(), operatorLimits: limits)
        let engine = operators.engine
        let session = try await engine.start().state().session
        let open = Change.action(name: "open", params: nil, screen: nil, draft: nil)
        func expectMasked(_ answer: Answer) {
            #expect(answer.status == 200)
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("4711"))
            #expect(String(decoding: answer.body, as: UTF8.self).contains("•••"))
        }
        for opens in [false, true] {
            if opens { _ = await engine.perform(open, on: session, by: Caller(.app)) }
            for revision in kept > 0 ? [nil, opens ? 2 : 1] : [nil] {
                let fork = try await operators.fork(session, at: revision)
                let caller = Caller(.token(fork.token))
                expectMasked(await engine.state(fork.session, by: caller))
                guard case .state(let state) = try await engine.subscribe(fork.session, by: caller).next() else {
                    Issue.record("the stream has no state")
                    return
                }
                #expect(state.screen?.viewModel.description.contains("4711") == false)
                guard !opens else { continue }
                expectMasked(await engine.perform(open, on: fork.session, by: caller))
                engine.dropIdleSessions()
                expectMasked(await engine.state(fork.session, by: caller))
                // Its flows continue with the values.
                let values = try await engine.inspect(fork.session).visible
                #expect((values.last as? Vault.Opened)?.code.value == "4711")
            }
        }
    }
}

/// A flow with a secret in its screens, which are their own view models or not.
private struct Vault: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Closed(code: Sensitive("4711"))) }

    static var routes: Routes<Self> {
        on(Closed.self) { _, _, nav in nav.show(Opened(code: Sensitive("4711"))) }
        screen(Opened.self)
        on(signal: Inspection.self) { _, _, nav in
            nav.show(Opened(code: Sensitive("4711")))
            nav.perform(Beep(tone: Sensitive("4711")))
        }
    }

    struct Inspection: Signal {}

    struct Beep: Effect {
        var tone: Sensitive<String>
    }

    struct Closed: Screen {
        var code: Sensitive<String>
        enum Action: String, Codable { case open }
    }

    struct Opened: Screen {
        var code: Sensitive<String>

        struct ViewModel: Codable, Sendable {
            var shown: Sensitive<String>
        }

        func viewModel(in context: ScreenContext) -> ViewModel { ViewModel(shown: code) }
    }
}

/// A flow with a secret output.
private struct Drawer: FlowController {
    typealias Output = Sensitive<String>

    func start(_ nav: Navigator<Self>) { nav.show(Shut()) }

    static var routes: Routes<Self> {
        on(Shut.self) { _, _, nav in nav.finish(Sensitive("4711")) }
    }

    struct Shut: Screen {
        enum Action: String, Codable { case take }
    }
}
