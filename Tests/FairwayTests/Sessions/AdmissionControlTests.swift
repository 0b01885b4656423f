import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

@testable import Fairway

/// Admission control: which calls are accepted, and which are rejected immediately.
@Suite(.waiting)
struct AdmissionControlTests {
    private final class Tally: Sendable {
        private let state = Mutex(0)

        var count: Int { state.withLock(\.self) }

        func add() { state.withLock { $0 += 1 } }
    }

    private static let limits = {
        var limits = EngineLimits()
        limits.changesUnderWay = 100
        limits.secondsWaitingForSlot = 0.25
        limits.waitingChangesPerSession = 8
        return limits
    }()

    @Test(arguments: [
        (AdmissionLoad(changes: 0), nil),
        (AdmissionLoad(changes: 99, waitedSeconds: 0.24), nil),
        (AdmissionLoad(changes: 100), ProblemCode.overloaded),
        (AdmissionLoad(changes: 10, waitedSeconds: 0.25), .overloaded),
        (AdmissionLoad(changes: 1_000, waitedSeconds: 60), .overloaded),
    ])
    func callIsAcceptedBelowLimits(load: AdmissionLoad, refusal: ProblemCode?) {
        #expect(load.overloadProblem(Self.limits)?.code == refusal)
    }

    @Test(arguments: [(0, 8), (36, 8), (44, 7), (60, 5), (92, 1), (99, 1), (100, 1), (200, 1)])
    func fewerChangesMayWaitForSessionUnderLoad(changes: Int, waiting: Int) {
        #expect(AdmissionLoad(changes: changes).waitingChangesPerSession(Self.limits) == waiting)
    }

    @Test func floodOfSlowSessionsLeavesCapacityForOthers() async throws {
        var limits = EngineLimits()
        limits.changesUnderWay = 64
        let bench = try await EngineFixture(limits: limits)
        let engine = bench.engine
        let begin = { (name: String, session: StateDocument) in
            let caller = Caller(.token(try #require(session.token)))
            let action = Change.action(name: name, params: nil, screen: nil, draft: nil)
            return Task { await engine.perform(action, on: session.session, by: caller) }
        }
        var changes: [Task<Answer, Never>] = []
        let rejected = Tally()
        var slow = ""
        for number in 1...24 {
            let session = try await engine.start(StartRequest(flow: "Turnstile")).state()
            slow = session.session
            changes.append(try begin("wait", session))
            await bench.gate.arrivals(number)
            // Here and in the loop below, read `rejected` before `changesUnderWay`. In the other order, a call that is
            // rejected between the two reads could be in both numbers.
            let refused = rejected.count
            let before = engine.statistics.changesUnderWay
            for _ in 0..<8 {
                let change = try begin("count", session)
                changes.append(change)
                Task { if await change.value.status != 200 { rejected.add() } }
            }
            try await until {
                let gone = rejected.count - refused
                return gone + engine.statistics.changesUnderWay - before >= 8
            }
        }
        // A call counts as under way until its rejection, so wait for all rejections.
        try await until { rejected.count >= changes.count - (24 + 32) }
        #expect(engine.statistics.changesUnderWay == 24 + 32)
        #expect(try await bench.send("count").state().revision == 2)
        // A refresh waits and is not rejected, because only clients repeat rejected calls.
        let refreshing = Task { await engine.refresh(slow) }
        try await until { engine.statistics.changesUnderWay >= 24 + 32 + 1 }
        bench.gate.open()
        #expect(await refreshing.value.status == 200)
        var statuses: Set<Int> = []
        for change in changes { statuses.insert(await change.value.status) }
        #expect(statuses == [200, 429, 503])
        #expect(engine.statistics.changesUnderWay == 0)
    }

    /// An engine that accepts one change at a time, and a change that waits at its gate.
    private static func full() async throws -> (EngineFixture, Task<Answer, any Error>) {
        var limits = EngineLimits()
        limits.changesUnderWay = 1
        let bench = try await EngineFixture(limits: limits)
        let begun = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        return (bench, begun)
    }

    /// The limit also applies to calls with a key and to invalid calls.
    @Test func rejectedCallsDoNotReachStore() async throws {
        let (bench, begun) = try await Self.full()
        bench.store.isUnavailable = true
        let key = RequestKey("0123456789abcdef", fingerprint: "POST")
        let engine = bench.engine
        let answers = [
            await engine.start(StartRequest(flow: "Turnstile"), key: key),
            await engine.refuseCreation(Problem(.invalidInput), of: "start", key: key, by: .anonymous),
            await engine.takeHandoff("none", device: nil, key: key),
        ]
        for answer in answers { #expect(try answer.problem().code == .overloaded) }
        bench.store.isUnavailable = false
        bench.gate.open()
        #expect(try await begun.value.state().revision == 2)
    }

    @Test func fullEngineRejectsClientsAndFinishesAcceptedChanges() async throws {
        let (bench, begun) = try await Self.full()
        #expect(try await bench.send("count").problem().code == .overloaded)
        #expect(try await bench.engine.start(StartRequest(flow: "Turnstile")).problem().code == .overloaded)
        // A read is not a change. A refresh is not a client's call, so it waits.
        #expect(try await bench.state.revision == 1)
        let refreshing = Task { await bench.engine.refresh(bench.session) }
        try await until { bench.engine.statistics.changesUnderWay >= 2 }
        bench.gate.open()
        #expect(try await begun.value.state().revision == 2)
        #expect(await refreshing.value.status == 200)
        #expect(bench.engine.statistics.changesUnderWay == 0)
        #expect(try await bench.send("count").state().revision == 3)
    }

    @Test func changesWaitForSlotsUntilWaitIsTooLong() async throws {
        var limits = EngineLimits()
        limits.changesAtWork = 1
        // The pool of threads measures this limit in real time, so it is long.
        limits.secondsWaitingForSlot = 3_600
        let bench = try await EngineFixture(limits: limits)
        let other = try await bench.engine.start(StartRequest(flow: "Turnstile")).state()
        let caller = Caller(.token(try #require(other.token)))
        let count = Change.action(name: "count", params: nil, screen: nil, draft: nil)

        let hold = bench.store.holdNext()
        let working = Task { try await bench.send("count") }
        await hold.reached()
        let waiting = Task { await bench.engine.perform(count, on: other.session, by: caller) }
        try await until { bench.engine.statistics.changesWaitingForSlot >= 1 }
        // Setting the wall clock does not count as waiting.
        bench.clock.set(forwardBy: 7_200)
        #expect(bench.engine.admission.overloadProblem == nil)
        bench.clock.set(forwardBy: -7_201)
        // As many changes wait as there are slots. The time that a call has waited in its socket counts now, too.
        #expect(bench.engine.isFull)
        #expect(bench.engine.refusal(afterSeconds: 3_599) == nil)
        let late = try #require(bench.engine.refusal(afterSeconds: 3_600))
        #expect(try late.problem().code == .overloaded)
        #expect(late.retryAfterSeconds.map { (1...2).contains($0) } == true)
        bench.clock.advance(by: 3_600)
        let refused = await bench.engine.start(StartRequest(flow: "Turnstile"))
        #expect(try refused.problem().code == .overloaded)
        #expect(refused.retryAfterSeconds.map { (1...2).contains($0) } == true)
        // A read waits for no commit and is not rejected.
        #expect(try await bench.state.revision == 1)

        hold.release()
        #expect(try await working.value.state().revision == 2)
        #expect(try await waiting.value.state().revision == 2)
        #expect(bench.engine.statistics.changesWaitingForSlot == 0)
        // With free capacity, earlier waits do not matter.
        #expect(bench.engine.refusal(afterSeconds: 7_200) == nil)
        #expect(try await bench.send("count").state().revision == 3)
    }

    @Test func refreshWaitsAndIsNotRejected() async throws {
        var limits = EngineLimits()
        limits.changesAtWork = 1
        limits.changesUnderWay = 2
        let bench = try await EngineFixture(limits: limits)
        var sessions: [String] = []
        for _ in 0..<4 {
            sessions.append(try await bench.engine.start(StartRequest(flow: "Turnstile")).state().session)
        }
        let hold = bench.store.holdNext()
        let working = Task { try await bench.send("count") }
        await hold.reached()
        let refreshing = sessions.dropLast().map { session in Task { await bench.engine.refresh(session) } }
        try await until { bench.engine.statistics.changesWaitingForSlot >= 3 }
        bench.clock.advance(by: 60)
        // Waiting refreshes do not cause rejections of clients' calls.
        #expect(bench.engine.admission.overloadProblem == nil)
        // A call of the worker or the sweeper (`Caller.server`) does not wait for a slot.
        #expect(await bench.engine.perform(.refresh, on: sessions[3], by: .server).status == 200)
        hold.release()
        #expect(try await working.value.state().revision == 2)
        for refresh in refreshing { #expect(await refresh.value.status == 200) }
        #expect(bench.engine.statistics.changesWaitingForSlot == 0)
    }

    @Test func handoffWaitsAmongClients() async throws {
        var limits = EngineLimits()
        limits.changesAtWork = 1
        // The pool of threads measures this limit in real time, so it is long.
        limits.secondsWaitingForSlot = 3_600
        let bench = try await EngineFixture(limits: limits)
        let other = try await bench.engine.start(StartRequest(flow: "Turnstile")).state()
        let caller = Caller(.token(try #require(other.token)))
        let (code, _) = try await bench.engine.makeHandoff(other.session, by: caller)
        let hold = bench.store.holdNext()
        let working = Task { try await bench.send("count") }
        await hold.reached()
        let taking = Task { await bench.engine.takeHandoff(code, device: nil) }
        try await until { bench.engine.statistics.changesWaitingForSlot == 1 }
        // Only clients' changes count towards this limit.
        #expect(bench.engine.isFull)
        hold.release()
        #expect(try await working.value.state().revision == 2)
        #expect(try await taking.value.state().revision == 2)
        #expect(bench.engine.statistics.changesUnderWay == 0)
    }

    @Test func waitingHandlerOccupiesNoSlot() async throws {
        var limits = EngineLimits()
        limits.changesAtWork = 1
        let bench = try await EngineFixture(limits: limits)
        let other = try await bench.engine.start(StartRequest(flow: "Turnstile")).state()
        let caller = Caller(.token(try #require(other.token)))
        let waiting = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        for revision in 2...5 {
            let count = Change.action(name: "count", params: nil, screen: nil, draft: nil)
            let answer = await bench.engine.perform(count, on: other.session, by: caller)
            #expect(try answer.state().revision == revision)
        }
        bench.gate.open()
        #expect(try await waiting.value.state().revision == 2)
        #expect(try await bench.send("count").state().revision == 3)
    }

    @Test func overloadIsNotStoredUnderKey() async throws {
        let (bench, begun) = try await Self.full()
        let key = RequestKey("k", fingerprint: "count")
        #expect(try await bench.send("count", key: key).problem().code == .overloaded)
        bench.gate.open()
        _ = try await begun.value
        #expect(try await bench.send("count", key: key).state().revision == 3)
    }

    @Test func largeSessionsEvictEachOther() async throws {
        var limits = EngineLimits()
        limits.liveSessionBytes = 40_000
        let bench = try await EngineFixture(limits: limits)
        for _ in 0..<200 {
            _ = try await bench.engine.start(StartRequest(flow: "Turnstile")).state()
            #expect(bench.engine.statistics.sessionBytesCached <= 40_000)
        }
        #expect(bench.engine.liveSessionCount > 1)
        #expect(bench.engine.liveSessionCount < 30)
        #expect(try await bench.state.revision == 1)
    }

    @Test func estimatedSizeIsSameAfterLoading() async throws {
        let bench = try await EngineFixture()
        try await bench.send("count")
        let before = bench.engine.statistics.sessionBytesCached
        #expect(before > 1_024)
        bench.engine.dropIdleSessions()
        #expect(bench.engine.statistics.sessionBytesCached == 0)
        _ = try await bench.state
        #expect(bench.engine.statistics.sessionBytesCached == before)
    }
}
