import FairwayDoubles
import FairwayOperators
import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

@testable import Fairway

/// Refused and failed changes are noted for operators.
@Suite(.waiting)
struct IncidentTests {
    @Test func refusalIsNotedWithItsSubject() async throws {
        let bench = try await EngineFixture()
        let caller = Caller(.token(bench.token), request: "r1")
        let action = Change.action(name: "refuse", params: nil, screen: nil, draft: nil)
        #expect(await bench.engine.perform(action, on: bench.session, by: caller).status == 422)
        let expected = Incident(
            session: bench.session,
            revision: 1,
            at: bench.clock.now,
            kind: "action",
            node: 1,
            flow: "Turnstile",
            screen: "Turnstile.Page",
            name: "refuse",
            code: "rejected",
            errors: [try FieldError("/params", "no").saying("Not now.")],
            request: "r1"
        )
        #expect(try await bench.incidents() == [expected])
    }

    @Test(
        arguments: [
            ("Not now.", "Not now."), ("Not \("secret") now, only \(7).", "Not … now, only …."), ("\("secret")", nil),
            (Text(verbatim: "secret"), nil),
        ] as [(Text, String?)]
    )
    func sentenceHasNoInterpolatedValues(_ text: Text, _ sentence: String?) {
        #expect(text.withoutValues?.description == sentence)
    }

    @Test(arguments: [
        ("fail", "flow-failed", "Failure()"), ("refuse", "rejected", nil), ("nonsense", "no-such-action", nil),
    ])
    func causeIsThatOfAFailure(_ action: String, _ code: String, _ cause: String?) async throws {
        let bench = try await EngineFixture()
        try await bench.send(action)
        let incidents = try await bench.incidents()
        #expect(incidents.map(\.code) == [code])
        #expect(incidents.map(\.cause) == [cause])
        #expect(incidents.map(\.name) == [action])
    }

    @Test func succeedingAndRepeatedChangesAreNotNoted() async throws {
        let bench = try await EngineFixture()
        try await bench.send("count")
        let key = RequestKey("k", fingerprint: "f")
        #expect(try await bench.send("refuse", key: key).isReplay == false)
        #expect(try await bench.send("refuse", key: key).isReplay)
        #expect(try await bench.incidents().map(\.name) == ["refuse"])
    }

    @Test func problemsOfOtherKindsAreNotNoted() async throws {
        let bench = try await EngineFixture()
        let stranger = Caller(.token("guessed"))
        let action = Change.action(name: "refuse", params: nil, screen: nil, draft: nil)
        #expect(await bench.engine.perform(action, on: bench.session, by: stranger).code == .noSuchSession)
        #expect(await bench.engine.perform(action, on: "nobody", by: bench.caller).code == .noSuchSession)
        #expect(
            await bench.engine.perform(.select(container: nil, tab: "x"), on: bench.session, by: bench.caller).code
                == .noSuchTab
        )
        bench.store.failNext(.beforeCommit)
        #expect(try await bench.send("count").code == .storeUnavailable)
        #expect(try await bench.incidents() == [])
    }

    @Test func staleScreenHasNoSubject() async throws {
        let bench = try await EngineFixture()
        #expect(try await bench.send("count", screen: "s9").code == .staleScreen)
        #expect(try await bench.send("count", revisions: [7]).code == .revisionMismatch)
        let incidents = try await bench.incidents()
        #expect(incidents.map(\.code) == ["revision-mismatch", "stale-screen"])
        #expect(incidents.map(\.screen) == ["Turnstile.Page", nil])
        #expect(incidents.map(\.flow) == ["Turnstile", nil])
    }

    @Test func refusedHandoffIsNoted() async throws {
        let bench = try await EngineFixture()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let answer = await bench.engine.takeHandoff(code, device: Device(screens: [:]), request: "r1")
        #expect(answer.code == .unsupportedScreen)
        let incidents = try await bench.incidents()
        #expect(incidents.map(\.kind) == ["device"])
        #expect(incidents.map(\.code) == ["unsupported-screen"])
        #expect(incidents.map(\.request) == ["r1"])
    }

    @Test func invalidBodyIsNotedWithItsKind() async throws {
        let bench = try await EngineFixture()
        let problem = Problem(.invalidInput, errors: [FieldError("/idiom", "type-mismatch", detail: "fax")])
        _ = await bench.engine.refuse(problem, of: "device", on: bench.session, by: bench.caller)
        let incidents = try await bench.incidents()
        #expect(incidents.map(\.kind) == ["device"])
        #expect(incidents.first?.errors == [FieldError("/idiom", "type-mismatch")])
    }

    /// An operator's own call is in the audit. A signal is made for the client.
    @Test func operatorsCallsAreNotNotedButSignalsAre() async throws {
        let bench = try await EngineFixture()
        let action = Change.action(name: "refuse", params: nil, screen: nil, draft: nil)
        _ = await bench.engine.perform(action, on: bench.session, by: Caller(.app))
        _ = await bench.engine.perform(.signal(name: "Rain", params: nil), on: bench.session, by: Caller(.app))
        #expect(try await bench.incidents().map(\.code) == ["unhandled-signal"])
        #expect(try await bench.incidents().map(\.name) == ["Rain"])
    }

    @Test func incidentsAreWrittenWithinASecond() async throws {
        let bench = try await EngineFixture()
        try await bench.send("refuse")
        #expect(try await bench.store.incidents(bench.session) == [])
        bench.clock.advance(by: 1)
        try await until { try await !bench.store.incidents(bench.session).isEmpty }
    }

    @Test func failedWriteIsRepeated() async throws {
        let bench = try await EngineFixture()
        try await bench.send("refuse")
        bench.store.isUnavailable = true
        await bench.clock.waiting(1)
        bench.clock.advance(by: 1)
        await bench.clock.waiting(1)
        bench.store.isUnavailable = false
        try await bench.send("fail")
        bench.clock.advance(by: 1)
        try await until { try await bench.store.incidents(bench.session).count >= 2 }
        #expect(try await bench.store.incidents(bench.session).map(\.name) == ["fail", "refuse"])
    }

    @Test func incidentsBeyondTheLimitsAreDropped() async throws {
        var limits = OperatorLimits()
        limits.incidentsPerSecond = 3
        limits.incidentsWaiting = 4
        let bench = try await EngineFixture(operatorLimits: limits)
        for _ in 0..<5 { try await bench.send("refuse") }
        #expect(bench.operators.statistics.incidentsDropped == 2)
        let other = try await bench.engine.start(StartRequest(flow: "Turnstile")).state()
        let caller = Caller(.token(try #require(other.token)))
        for _ in 0..<2 {
            let action = Change.action(name: "refuse", params: nil, screen: nil, draft: nil)
            _ = await bench.engine.perform(action, on: other.session, by: caller)
        }
        #expect(bench.operators.statistics.incidentsDropped == 3)
        #expect(try await bench.incidents().count == 3)
        try await bench.send("refuse")
        #expect(try await bench.incidents().count == 4)
    }

    /// A write takes several batches here.
    @Test func limitHoldsDuringAWrite() async throws {
        var limits = OperatorLimits()
        limits.incidentsPerSecond = 300
        limits.incidentsPerSession = OperatorLimits.Incidents(count: 10_000, bytes: 1 << 20)
        let writes = ObservedWrites()
        let bench = try await EngineFixture(operatorLimits: limits, interceptor: writes)
        for _ in 0..<300 { try await bench.send("refuse") }
        writes.observe { for _ in 0..<200 { _ = try? await bench.send("refuse") } }
        await bench.operators.flush()
        #expect(writes.count > 1)
        #expect(bench.operators.statistics.incidentsDropped == writes.count * 200 - 300)
    }

    /// Runs a closure before each write of incidents.
    private final class ObservedWrites: StoreInterceptor {
        private let state = Mutex((count: 0, observe: nil as (@Sendable () async -> Void)?))

        var count: Int { state.withLock(\.count) }

        func observe(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.observe = body } }

        func enter(_ call: String) async throws(StoreError) {
            guard call == "add(_:)" else { return }
            let observe = state.withLock { state in
                state.count += 1
                return state.observe
            }
            await observe?()
        }

        func leave(_ call: String) async throws(StoreError) {}
    }

    private struct HeldWrites: StoreInterceptor {
        let gate = Gate()

        func enter(_ call: String) async throws(StoreError) { if call == "add(_:)" { await gate.pass() } }
        func leave(_ call: String) async throws(StoreError) {}
    }

    @Test func flushWaitsForAWriteInProgress() async throws {
        let writes = HeldWrites()
        let bench = try await EngineFixture(interceptor: writes)
        try await bench.send("refuse")
        bench.clock.advance(by: 1)
        await writes.gate.arrivals(1)
        let written = Task.immediate {
            await bench.operators.flush()
            return try await bench.store.incidents(bench.session).map(\.name)
        }
        writes.gate.open()
        #expect(try await written.value == ["refuse"])
    }

    @Test func longTextsAreShortened() async throws {
        let bench = try await EngineFixture()
        let problem = Problem(
            .invalidInput,
            errors: (0..<40).map { FieldError("/" + String(repeating: "a", count: 600), "\($0)") }
        )
        _ = await bench.engine.refuse(problem, of: "device", on: bench.session, by: bench.caller)
        try await bench.send(String(repeating: "b", count: 600))
        let incidents = try await bench.incidents()
        #expect(incidents.map(\.errors.count) == [0, 16])
        #expect(incidents.last?.errors.first?.pointer.count == 100)
        #expect(incidents.first?.name?.count == 200)
    }

    /// One character of Swift may have any number of bytes.
    @Test func nameOfAnUnknownActionIsCutByBytes() async throws {
        let bench = try await EngineFixture()
        let name = "ü" + String(repeating: "\u{301}", count: 30_000)
        let problem = try await bench.send(name).problem()
        #expect(problem.code == .noSuchAction)
        #expect(try #require(problem.detail).utf8.count < 300)
        #expect(try await bench.incidents().map(\.name?.utf8.count) == [200])
    }

    @Test func incidentsOfASourceAreLimitedOverAllSessions() async throws {
        var limits = OperatorLimits()
        limits.incidentsPerSource.count = 2
        let bench = try await EngineFixture(operatorLimits: limits)
        let other = try await bench.engine.start(StartRequest(flow: "Turnstile")).state()
        let sessions = [(bench.session, bench.token), (other.session, try #require(other.token))]
        let action = Change.action(name: "refuse", params: nil, screen: nil, draft: nil)
        for network: UInt64 in [1, 2] {
            for (session, token) in sessions + sessions {
                _ = await bench.engine.perform(action, on: session, by: Caller(.token(token), network: network))
            }
        }
        #expect(bench.operators.statistics.incidentsDropped == 4)
        #expect(try await bench.incidents().count == 2)
        #expect(try await bench.store.incidents(other.session).count == 2)
    }

    @Test func incidentsOfASessionAreLimitedForAnHour() async throws {
        var limits = OperatorLimits()
        limits.incidentsPerSession.count = 2
        let bench = try await EngineFixture(operatorLimits: limits)
        for _ in 0..<2 {
            for _ in 0..<3 { try await bench.send("refuse") }
            _ = try await bench.incidents()
            bench.clock.advance(by: 3_600)
        }
        #expect(bench.operators.statistics.incidentsDropped == 2)
        #expect(try await bench.incidents().count == 4)
    }

    @Test func noIncidentIsWrittenWhileTheDiskIsNearlyFull() async throws {
        let bench = try await EngineFixture()
        try await bench.send("refuse")
        bench.operators.startsSessions = false
        try await bench.send("fail")
        #expect(try await bench.incidents() == [])
        #expect(bench.operators.statistics.incidentsDropped == 1)
        bench.operators.startsSessions = true
        #expect(try await bench.incidents().map(\.name) == ["refuse"])
    }

    @Test func failedAttemptsOfAJobAreNoted() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.fail, .fail)
        try await shop.send("pay", ["amount": 1], to: session)
        await shop.worker.runDueWork()
        for _ in 0..<3 { await shop.pass(5) }
        #expect(try await shop.told(session).last == "paid receipt 3")
        await shop.operators.flush()
        let incidents = try await shop.store.incidents(session)
        #expect(incidents.map(\.code) == ["flow-failed", "flow-failed"])
        #expect(incidents.map(\.cause) == ["Down()", "Down()"])
        #expect(incidents.allSatisfy { $0.kind == "job" && $0.flow == "Booking" && $0.name == "Booking.Charge" })
        #expect(incidents.allSatisfy { $0.isFailure && $0.screen == nil && $0.revision == 2 })
    }

    @Test func jobThatGaveUpIsAResult() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.giveUp)
        try await shop.send("pay", ["amount": 1], to: session)
        await shop.worker.runDueWork()
        await shop.operators.flush()
        #expect(try await shop.store.incidents(session) == [])
    }

    @Test func jobThatGaveUpWithoutAHandlerIsNoted() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.giveUp)
        try await shop.send("ring", to: session)
        await shop.worker.runDueWork()
        await shop.operators.flush()
        #expect(try await shop.store.incidents(session).map(\.cause) == ["stolen"])
    }

    @Test func failedDeliveryIsNoted() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.fail(next: 1)
        try await shop.send("pay", ["amount": 1], to: session)
        await shop.worker.runDueWork()
        await shop.operators.flush()
        let incidents = try await shop.store.incidents(session)
        #expect(incidents.map(\.code) == ["flow-failed"])
        #expect(incidents.map(\.cause) == ["Deaf()"])
        #expect(incidents.map(\.kind) == ["job"])
    }
}

extension EngineFixture {
    /// The incidents of the session, newest first.
    func incidents() async throws -> [Incident] {
        await operators.flush()
        return try await store.incidents(session)
    }
}

extension FieldError {
    /// The error with a sentence for operators.
    fileprivate func saying(_ text: Text) throws -> FieldError {
        var error = self
        error.sentence = try RawJSON(encoding: text)
        return error
    }
}
