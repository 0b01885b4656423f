import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

@testable import Fairway

/// The engine's monitor learns of each step, and may refuse it.
@Suite(.waiting)
struct StepMonitorTests {
    @Test func monitorLearnsWhatRuns() async throws {
        let monitor = NotedSteps()
        let bench = try await EngineFixture(monitor: monitor)
        try await bench.send("count")
        try await bench.send("fail")
        try await bench.send("nonsense")
        _ = await bench.engine.perform(.link("/nowhere/7"), on: bench.session, by: bench.caller)
        func step(_ revision: Int, _ kind: String, _ name: String) -> RunningStep {
            RunningStep(
                session: bench.session,
                revision: revision,
                kind: kind,
                rootFlow: "Turnstile",
                name: name,
                work: ""
            )
        }
        #expect(
            monitor.begun == [
                step(0, "start", "Turnstile"), step(1, "action", "count"), step(2, "action", "fail"),
                step(2, "action", "nonsense"), step(2, "link", ""),
            ]
        )
        #expect(monitor.isIdle)
    }

    @Test func readingAndDraftsAreNoSteps() async throws {
        let monitor = NotedSteps()
        let bench = try await EngineFixture(monitor: monitor)
        _ = try await bench.state
        #expect(monitor.begun.map(\.kind) == ["start"])
    }

    @Test func loadOfASessionIsAStep() async throws {
        let monitor = NotedSteps()
        let bench = try await EngineFixture(monitor: monitor)
        bench.engine.dropIdleSessions()
        _ = try await bench.state
        let load = RunningStep(
            session: bench.session,
            revision: 1,
            kind: "load",
            rootFlow: "Turnstile",
            name: "",
            work: ""
        )
        #expect(monitor.begun.dropFirst() == [load])
        #expect(monitor.isIdle)
        bench.engine.dropIdleSessions()
        monitor.refuse("load")
        let answer = try await bench.send("count")
        #expect(answer.code == .stepUnavailable)
        #expect(try answer.problem().state == nil)
        monitor.refuse(nil)
        #expect(try await bench.send("count").status == 200)
    }

    @Test func refusedStepIsAnsweredWithStateAndWithoutRetryAfter() async throws {
        let monitor = NotedSteps()
        let bench = try await EngineFixture(monitor: monitor)
        monitor.refuse("count")
        let answer = try await bench.send("count", key: RequestKey("k", fingerprint: "f"))
        #expect(answer.status == 503)
        #expect(answer.retryAfterSeconds == nil)
        let problem = try answer.problem()
        #expect(problem.code == .stepUnavailable)
        #expect(problem.state?.revision == 1)
        #expect(try await bench.turnstile?.count == 0)
        // The refusal is no incident, and is not kept under the key.
        #expect(try await bench.incidents() == [])
        monitor.refuse(nil)
        #expect(try await bench.send("count", key: RequestKey("k", fingerprint: "f")).status == 200)
    }

    @Test func otherStepsOfTheSessionWork() async throws {
        let monitor = NotedSteps()
        let bench = try await EngineFixture(monitor: monitor)
        monitor.refuse("refuse")
        #expect(try await bench.send("refuse").code == .stepUnavailable)
        #expect(try await bench.send("count").status == 200)
        #expect(try await bench.state.revision == 2)
    }

    @Test func refusedStartIsAnsweredWithoutState() async throws {
        let monitor = NotedSteps()
        let bench = try await EngineFixture(monitor: monitor)
        monitor.refuse("Turnstile")
        let answer = await bench.engine.start(StartRequest(flow: "Turnstile"))
        #expect(answer.code == .stepUnavailable)
        #expect(answer.retryAfterSeconds == nil)
    }

    @Test func handlerThatTimedOutRunsUntilItReturns() async throws {
        let monitor = NotedSteps()
        let bench = try await EngineFixture(monitor: monitor)
        async let waiting = bench.send("wait")
        await bench.gate.arrivals(1)
        await bench.clock.waiting(1)
        bench.clock.advance(by: 10)
        #expect(try await waiting.code == .flowTimeout)
        #expect(!monitor.isIdle)
        bench.gate.open()
        try await until { monitor.isIdle }
    }
}

/// Notes steps, and refuses those of a kind or with a name, except drops.
final class NotedSteps: StepMonitor {
    let isRecording: Bool
    private let state = Mutex(State())

    init(isRecording: Bool = true) { self.isRecording = isRecording }

    private struct State {
        var begun: [RunningStep] = []
        var running: [Int: Bool] = [:]
        var refused: String?
    }

    var begun: [RunningStep] { state.withLock(\.begun) }
    var isIdle: Bool { state.withLock(\.running.isEmpty) }

    func refuse(_ nameOrKind: String?) { state.withLock { $0.refused = nameOrKind } }

    func begin(_ step: RunningStep) throws(Problem) -> StepTicket {
        let slot: Int? = state.withLock { state in
            guard state.refused != step.kind, state.refused != step.name || step.kind == "drop" else { return nil }
            state.begun.append(step)
            state.running[state.begun.count] = true
            return state.begun.count
        }
        guard let slot else { throw Problem(.stepUnavailable) }
        return StepTicket(slot: slot)
    }

    func handlerReturned(_ ticket: StepTicket) { state.withLock { $0.running[ticket.slot] = false } }

    func end(_ ticket: StepTicket) {
        state.withLock { state in
            #expect(state.running[ticket.slot] == false, "the handler has returned before")
            state.running[ticket.slot] = nil
        }
    }
}
