import Fairway
import FairwayDoubles
import FairwayOperators
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import FairwayTraces

/// A request to one server starts a job that another one performs.
@Suite(.waiting)
struct TwoServersTests {
    private let clock = ManualClock()
    private let memory = SharedMemory()
    private let collector = Collector()

    private struct Node {
        let operators: Operators
        let tracer: Tracer
        let log: RecordedLog
    }

    private func node() throws -> Node {
        let tracer = Tracer(collector.exporter(clock), ratio: 1, clock: clock)
        let log = RecordedLog()
        let operators = try Operators(
            Stall.app,
            store: memory.open(),
            monitor: nil,
            observers: [log],
            tracer: tracer,
            clock: clock
        )
        return Node(operators: operators, tracer: tracer, log: log)
    }

    @Test func oneIdAndLinkedTracesJoinThem() async throws {
        let (first, second) = (try node(), try node())
        let started = await first.operators.engine.start(StartRequest(), request: "start-1")
        let session = try #require(started.session)
        let facts = RequestSpan.Facts(method: "POST", route: "/v1/sessions/{session}/actions", id: "tap-1")
        let request = RequestSpan(first.tracer, traceparent: nil, afterSeconds: 0)
        let tap = await request.run {
            await first.operators.engine.perform(
                .action(name: "pay", params: nil, screen: nil, draft: nil),
                on: session,
                by: Caller(.app, request: "tap-1")
            )
        }
        request.end(status: tap.status, code: nil, of: facts)
        #expect(tap.code == nil)

        let worker = try Worker(second.operators.engine)
        await worker.runDueWork()
        clock.advance(by: 10)
        await worker.runDueWork()

        #expect(first.log.lines.map(\.message) == ["paying"])
        #expect(second.log.lines.map(\.message) == ["trying", "trying", "paid"])
        #expect((first.log.lines + second.log.lines).allSatisfy { $0.request == "tap-1" && $0.session == session })
        let journal = try memory.open().journal(session, after: 0, limit: 10)
        #expect(journal.map(\.request) == ["start-1", "tap-1", "tap-1"])
        await second.operators.flush()
        let incidents = try await second.operators.store.incidents(session)
        #expect(incidents.map(\.request) == ["tap-1"])

        clock.advance(by: SpanLimits().delaySeconds)
        try await until { first.tracer.exporter.counts.waiting + second.tracer.exporter.counts.waiting == 0 }
        let spans = collector.batches.flatMap(\.self)
        let change = try #require(spans.last { $0.name == .change && $0.parent != nil })
        let attempts = spans.filter { $0.name == .attempt }
        #expect(attempts.map(\.links) == [[change.context], [change.context]])
        let delivery = try #require(spans.last { $0.name == .change })
        #expect(delivery.links.first == change.context)
        #expect(Set([change.context.trace, delivery.context.trace] + attempts.map(\.context.trace)).count == 4)
    }
}

private struct Empty: Error {}

private struct Stall: FlowController {
    static let app = App(initial: Stall()) {
        Performer(Charge.self) { _, attempt in
            attempt.log.info("trying")
            if attempt.number == 1 { throw Empty() }
            return Done()
        }
    }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            switch action {
            case .pay:
                nav.log.info("paying")
                nav.run(Charge())
            }
        }
        on(completion: Charge.self) { _, _, nav in nav.log.info("paid") }
    }

    struct Page: Screen {
        enum Action: Codable { case pay }
    }

    struct Charge: Job {}
}
