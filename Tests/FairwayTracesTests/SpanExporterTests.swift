import Fairway
import FairwayDoubles
import TestWaits
import Testing

@testable import FairwayTraces

/// Spans reach the collector in batches, and nothing waits for them.
@Suite(.waiting)
struct SpanExporterTests {
    private let clock = ManualClock()

    @Test func spansAreSentTogetherAfterADelay() async throws {
        let collector = Collector()
        let exporter = collector.exporter(clock)
        exporter.add(spans(2))
        exporter.add(spans(1))
        #expect(exporter.counts.waiting == 3)
        #expect(collector.batches.isEmpty)
        clock.advance(by: SpanLimits().delaySeconds)
        try await until { exporter.counts == SpanCounts(sent: 3) }
        #expect(collector.batches.map(\.count) == [3])
    }

    @Test func fullBatchIsSentAtOnceAndTheRestAfterIt() async throws {
        let collector = Collector()
        var limits = SpanLimits()
        limits.batch = 4
        let exporter = collector.exporter(clock, limits)
        exporter.add(spans(10))
        try await until { exporter.counts.sent == 10 }
        #expect(collector.batches.map(\.count) == [4, 4, 2])
    }

    @Test func spansBeyondTheQueueAreDroppedAndCounted() async throws {
        let collector = Collector()
        var limits = SpanLimits()
        limits.waiting = 5
        let exporter = collector.exporter(clock, limits)
        exporter.add(spans(7))
        exporter.add(spans(1))
        #expect(exporter.counts == SpanCounts(dropped: 3, waiting: 5))
        clock.advance(by: SpanLimits().delaySeconds)
        try await until { exporter.counts.sent == 5 }
    }

    @Test func unavailableCollectorIsTriedAgainWithGrowingPauses() async throws {
        let collector = Collector(answering: [.unavailable("no route"), .unavailable("no route")])
        let exporter = collector.exporter(clock)
        exporter.add(spans(2))
        clock.advance(by: SpanLimits().delaySeconds)
        for seconds in [1.0, 2] {
            await clock.waiting(1)
            clock.advance(by: seconds)
        }
        try await until { exporter.counts.sent == 2 }
        #expect(collector.posts == 3)
        #expect(collector.batches.count == 1)
        #expect(collector.reports == [.failing("no route"), .recovered])
    }

    @Test func spansForACollectorThatIsGoneAreDroppedAndCounted() async throws {
        let collector = Collector(answering: Array(repeating: .unavailable("gone"), count: 4))
        let exporter = collector.exporter(clock)
        exporter.add(spans(2))
        clock.advance(by: SpanLimits().delaySeconds)
        for seconds in [1.0, 2, 4] {
            await clock.waiting(1)
            clock.advance(by: seconds)
        }
        try await until { exporter.counts.dropped == 2 }
        #expect(collector.posts == 4)
        #expect(collector.reports == [.failing("gone")])
        exporter.add(spans(1))
        clock.advance(by: SpanLimits().delaySeconds)
        try await until { exporter.counts.sent == 1 }
        #expect(collector.reports == [.failing("gone"), .recovered])
    }

    @Test func refusedSpansAreNotSentAgain() async throws {
        let collector = Collector(answering: [.refused("status 400"), .accepted(dropped: 1)])
        let exporter = collector.exporter(clock)
        for _ in 0..<2 {
            let before = exporter.counts
            exporter.add(spans(3))
            clock.advance(by: SpanLimits().delaySeconds)
            try await until { exporter.counts.dropped > before.dropped }
        }
        try await until { exporter.counts == SpanCounts(sent: 2, dropped: 4) }
        #expect(collector.posts == 2)
    }

    @Test func stopSendsWhatWaitsAndDropsTheRest() async {
        let collector = Collector()
        let exporter = collector.exporter(clock)
        exporter.add(spans(2))
        await exporter.stop(withinSeconds: 2)
        exporter.add(spans(1))
        #expect(exporter.counts == SpanCounts(sent: 2, dropped: 1))
    }

    @Test func stopDoesNotWaitForAPause() async throws {
        let collector = Collector(answering: [.unavailable("gone")])
        let exporter = collector.exporter(clock)
        exporter.add(spans(2))
        clock.advance(by: SpanLimits().delaySeconds)
        await clock.waiting(1)
        await exporter.stop(withinSeconds: 2)
        #expect(exporter.counts.waiting == 0)
        #expect(exporter.counts.sent + exporter.counts.dropped == 2)
    }

    private func spans(_ count: Int) -> [Span] {
        (1...count).map { number in
            let context = SpanContext(trace: TraceID(high: 1, low: 2), span: UInt64(number), isSampled: true)
            return Span(name: .commit, context: context, start: 1, end: 2)
        }
    }
}
