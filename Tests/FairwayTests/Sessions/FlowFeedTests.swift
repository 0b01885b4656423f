import FairwayTesting
import TestWaits
import Testing

@testable import Fairway
@testable import FairwayOperators

/// The events that operators get when flows start, move and end.
@Suite(.waiting)
struct FlowFeedTests {
    @Test func startMoveAndEndArePublished() async throws {
        let bench = try await EngineFixture()
        let listener = try bench.operators.listenToFlows()
        try await bench.send("count")
        #expect(await names(listener) == ["move f1 Turnstile at 2"])
        try await bench.send("finish")
        #expect(await names(listener) == ["end f1 Turnstile at 3"])
        _ = await bench.engine.start(StartRequest(flow: "Turnstile"))
        #expect(await names(listener) == ["start f1 Turnstile at 1"])
        listener.cancel()
        #expect(await names(listener) == nil)
    }

    @Test func uncommittedChangeIsNotPublished() async throws {
        let bench = try await EngineFixture()
        let listener = try bench.operators.listenToFlows()
        try await bench.send("fail")
        try await bench.send("refuse")
        bench.store.failNext(.beforeCommit)
        try await bench.send("count")
        try await bench.send("count")
        #expect(await names(listener) == ["move f1 Turnstile at 2"])
    }

    @Test func slowReaderGetsNumberOfMissedEvents() async throws {
        var limits = OperatorLimits()
        limits.flowEventsWaiting = 3
        let bench = try await EngineFixture(operatorLimits: limits)
        let listener = try bench.operators.listenToFlows()
        for _ in 0..<5 { try await bench.send("count") }
        guard case .missed(let count) = await listener.next() else {
            Issue.record("the listener did not get the number of missed events")
            return
        }
        #expect(count == 4)
        #expect(await names(listener) == ["move f1 Turnstile at 6"])
    }

    @Test func numberOfListenersIsLimited() async throws {
        var limits = OperatorLimits()
        limits.flowListeners = 1
        let bench = try await EngineFixture(operatorLimits: limits)
        let listener = try bench.operators.listenToFlows()
        let problem = #expect(throws: Problem.self) { try bench.operators.listenToFlows() }
        #expect(problem?.code == .tooManyRequests)
        listener.cancel()
        #expect(bench.operators.statistics.flowListeners == 0)
        _ = try bench.operators.listenToFlows()
        #expect(bench.operators.statistics.flowListeners == 1)
    }

    @Test func eventsAreNotComputedWithoutListeners() {
        var made = 0
        func events() -> [FlowEvent] {
            made += 1
            return []
        }
        let feed = FlowFeed(mostListeners: 1)
        feed.publish(events())
        #expect(made == 0)
    }

    private func names(_ listener: FlowListener) async -> [String]? {
        guard case .events(let events)? = await listener.next() else { return nil }
        return events.map { "\($0.kind) f\($0.flow.node) \($0.flow.path) at \($0.revision)" }
    }
}
