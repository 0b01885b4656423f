import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// What modules beside the engine may forbid.
struct ModuleRuleTests {
    private let rule = ClosingTime()
    private let engine: Engine

    init() throws {
        engine = try Engine(
            App(initial: Strongbox()) {
                Flow(Puppet())
                Flow(Turnstile())
            },
            store: MemoryStore(),
            observers: [],
            rules: [rule],
            clock: ManualClock(),
            identifiers: CountedIdentifiers()
        )
    }

    /// Only users start a turnstile and make handoffs. Actions named `fail` are forbidden. The request decides what its caller
    /// sees.
    private struct ClosingTime: EngineRule {
        func mayStart(_ request: StartRequest?, by requester: Requester) throws(Problem) {
            guard request?.flow == "Turnstile", requester.user == nil else { return }
            throw Problem(.storeUnavailable, "Closed.", retryAfterSeconds: 7)
        }

        func mayAct(_ act: SessionAct, by caller: Caller, on session: SessionRow) throws(Problem) {
            switch act {
            case .change(.action("fail", _, _, _)), .draft, .makeHandoff: throw Problem(.forbidden, "Closed.")
            default: return
            }
        }

        func maySee(_ session: SessionRow, by caller: Caller) throws(Problem) -> SessionVisibility {
            if caller.request == "stranger" { throw Problem(.noSuchSession) }
            return caller.request == "visitor" ? .masked : .whole
        }
    }

    private func begin(_ flow: String) async throws -> (session: String, token: String) {
        let started = try await engine.start(StartRequest(flow: flow), by: .named(User(id: "ada"))).state()
        return (started.session, try #require(started.token))
    }

    private func caller(_ token: String, request: String? = nil) -> Caller {
        Caller(.token(token), user: User(id: "ada"), request: request)
    }

    private func action(_ name: String) -> Change { .action(name: name, params: nil, screen: nil, draft: nil) }

    @Test func sessionThatMayNotStartIsRefusedAndItsAnswerIsNotKept() async throws {
        let (request, key) = (StartRequest(flow: "Turnstile"), RequestKey("k", fingerprint: "f"))
        for _ in 0..<2 {
            let answer = await engine.start(request, key: key)
            #expect(answer.code == .storeUnavailable)
            #expect(answer.retryAfterSeconds == 7)
            #expect(!answer.isReplay)
        }
        #expect(await engine.start(StartRequest(flow: "Strongbox")).status == 201)
        #expect(await engine.start(request, by: .named(User(id: "ada"))).status == 201)
    }

    @Test func forbiddenChangeRunsNoHandlerAndLeavesTheSession() async throws {
        let (session, token) = try await begin("Turnstile")
        let answer = await engine.perform(action("fail"), on: session, by: caller(token))
        #expect(answer.code == .forbidden)
        #expect(engine.statistics.handlerMicroseconds["action"] == nil)
        #expect(try await engine.perform(action("count"), on: session, by: caller(token)).state().revision == 2)
    }

    @Test func forbiddenCallWithoutAChangeIsRefused() async throws {
        let (session, token) = try await begin("Turnstile")
        let screen = try #require(try await engine.state(session, by: caller(token)).state().screen?.id)
        #expect(await engine.setDraft(.emptyObject, session, screen: screen, by: caller(token))?.code == .forbidden)
        let error = await #expect(throws: EngineError.self) {
            try await engine.makeHandoff(session, by: caller(token))
        }
        #expect(error?.answer.code == .forbidden)
    }

    @Test func maskedStateIsReadAndAnsweredButNotFollowed() async throws {
        let (session, token) = try await begin("Strongbox")
        let (owner, visitor) = (caller(token), caller(token, request: "visitor"))
        for (caller, isMasked) in [(owner, false), (visitor, true)] {
            for answer in [
                await engine.state(session, by: caller), await engine.perform(.refresh, on: session, by: caller),
                await engine.perform(action("nonsense"), on: session, by: caller),
            ] {
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(text.contains("4711") == !isMasked)
                #expect(text.contains("•••") == isMasked)
            }
        }
        let error = await #expect(throws: EngineError.self) { try await engine.subscribe(session, by: visitor) }
        #expect(error?.answer.code == .forbidden)
        _ = try await engine.subscribe(session, by: owner)
    }

    @Test func sessionThatMayNotBeSeenIsNeitherReadNorChanged() async throws {
        let (session, token) = try await begin("Turnstile")
        let stranger = caller(token, request: "stranger")
        #expect(await engine.state(session, by: stranger).code == .noSuchSession)
        #expect(await engine.perform(action("count"), on: session, by: stranger).code == .noSuchSession)
        await #expect(throws: EngineError.self) { try await engine.subscribe(session, by: stranger) }
        #expect(try await engine.state(session, by: caller(token)).state().revision == 1)
    }

    @Test func strictestOfTwoRulesApplies() async throws {
        struct Everything: EngineRule {}
        let both = Access(
            to: engine.sessions,
            in: MemoryStore(),
            isShared: false,
            rules: [rule, Everything()]
        )
        let row = try await engine.inspect(try await begin("Strongbox").session).rows.session
        #expect(try both.visibility(of: row, to: caller("t", request: "visitor")) == .masked)
        #expect(try both.visibility(of: row, to: caller("t")) == .whole)
    }
}

private struct Strongbox: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Door(code: Sensitive("4711"))) }

    static var routes: Routes<Self> { on(Door.self) { _, _, _ in } }

    struct Door: Screen {
        var code: Sensitive<String>
        enum Action: String, Codable { case knock }
    }
}
