import Fairway
import FairwayDoubles
import FairwayTesting
import FairwayWire
import Foundation
import Synchronization
import TestWaits
import Testing

@testable import FairwayTraces

/// The traces of an engine's changes and attempts.
@Suite(.waiting)
struct TracerTests {
    private let clock = ManualClock()
    private let collector = Collector()
    private let calls = Calls()
    private let engine: Engine
    private let worker: Worker
    private let tracer: Tracer

    init() throws {
        tracer = Tracer(collector.exporter(clock), ratio: 1, clock: clock)
        (engine, worker) = try Self.engine(MemoryStore(), tracer, clock, calls)
    }

    private static func engine(
        _ store: MemoryStore,
        _ tracer: Tracer,
        _ clock: ManualClock,
        _ calls: Calls
    ) throws -> (Engine, Worker) {
        let app = App(initial: Shop()) {
            Performer(Shop.Charge.self) { _, attempt in
                calls.note(attempt.traceparent)
                if attempt.number == 1 { throw Declined() }
                return Done()
            }
        }
        let engine = try Engine(app, store: store, observers: [], tracer: tracer, clock: clock)
        return (engine, try Worker(engine))
    }

    @Test func changeHasOneTraceWithItsRequestAndItsSteps() async throws {
        let session = try await start("start-1")
        let spans = try await spans()
        #expect(Set(spans.map(\.context.trace)).count == 1)
        let names = spans.map(\.name)
        #expect(names == [.wait, .handler, .commit, .change, .request])
        let (change, request) = (spans[3], spans[4])
        #expect(request.parent == nil)
        #expect(change.parent == request.context.span)
        #expect(spans.prefix(3).allSatisfy { $0.parent == change.context.span })
        #expect(change["fairway.request"] == .text("start-1"))
        #expect(change["fairway.session"] == .text(session))
        #expect(change["fairway.kind"] == .text("start"))
        #expect(change["fairway.flow"] == .text(Shop.name))
        #expect(request["http.route"] == .text("/v1/sessions"))
        #expect(request["http.response.status_code"] == .number(200))
    }

    @Test func changeIsLinkedToThePreviousOneOfItsSession() async throws {
        let session = try await start("start-1")
        let first = try #require(try await spans().first { $0.name == .change })
        #expect(first.links.isEmpty)
        // Another server knows the place of the change, too.
        #expect(tracer.place(inSession: session, revision: 1) == first.context)
        try await act("look", session, "tap-1")
        let second = try #require(try await spans().last { $0.name == .change })
        #expect(second.links == [first.context])
        #expect(second.context.trace != first.context.trace)
    }

    @Test func jobIsLinkedToTheChangeThatAskedForIt() async throws {
        let session = try await start("start-1")
        try await act("pay", session, "tap-1")
        let tap = try #require(try await spans().last { $0.name == .change })
        await worker.runDueWork()
        clock.advance(by: 10)
        await worker.runDueWork()
        let spans = try await spans()
        let attempts = spans.filter { $0.name == .attempt }
        #expect(attempts.map(\.links) == [[tap.context], [tap.context]])
        #expect(attempts.map { $0["fairway.request"] } == [.text("tap-1"), .text("tap-1")])
        #expect(attempts.map(\.error) == ["flow-failed", nil])
        #expect(Set(attempts.map(\.context.trace)).count == 2)
        // What the performer sends to other services.
        #expect(calls.noted == attempts.map(\.context.traceparent))
        let delivery = try #require(spans.last { $0.name == .change })
        #expect(delivery.links == [tap.context, attempts[1].context])
        #expect(delivery["fairway.request"] == .text("tap-1"))
        #expect(delivery.parent == nil)
    }

    @Test(arguments: ["00", "01"])
    func clientsTraceIsContinuedWhateverItsFlag(flag: String) async throws {
        let session = try await start("start-1")
        let client = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-\(flag)"
        try await act("pay", session, "tap-1", traceparent: client)
        let spans = try await spans()
        let request = try #require(spans.last { $0.name == .request })
        let change = try #require(spans.last { $0.name == .change })
        #expect(request.context.trace.description == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(request.parent == 0x00f0_67aa_0ba9_02b7)
        #expect(change.context.trace == request.context.trace)
        try await act("look", session, "tap-2")
        #expect(try await self.spans().last { $0.name == .change }?.links == [change.context])
        await worker.runDueWork()
        #expect(try await self.spans().last { $0.name == .attempt }?.links == [change.context])
    }

    @Test func secondChangeOfARequestHasATraceOfItsOwn() async throws {
        let span = RequestSpan(tracer, traceparent: nil, afterSeconds: 0)
        await span.run {
            for _ in 0..<2 { _ = await engine.start(StartRequest()) }
        }
        span.end(status: 200, code: nil, of: facts("r1"))
        let spans = try await spans()
        #expect(Set(spans.map(\.context.trace)).count == 2)
        #expect(spans.filter { $0.name == .change }.map { $0.parent == nil } == [false, true])
        #expect(spans.count { $0.name == .request } == 1)
    }

    @Test func refusedChangeHasATraceWithItsCode() async throws {
        let session = try await start("start-1")
        try await act("fail", session, "tap-1", code: .flowFailed)
        try await act("sink", session, "tap-2", code: .noSuchAction)
        let changes = try await spans().filter { $0.name == .change }.suffix(2)
        #expect(changes.map { $0["fairway.code"] } == [.text("flow-failed"), .text("no-such-action")])
        #expect(changes.map(\.error) == ["flow-failed", nil])
        // A client can make up the name of an action.
        #expect(changes.allSatisfy { $0["fairway.name"] == nil })
        let start = tracer.place(inSession: session, revision: 1)
        #expect(changes.map(\.links) == [[start], [start]])
    }

    @Test func waitedTimeBelongsToTheRequest() async throws {
        let span = RequestSpan(tracer, traceparent: nil, afterSeconds: 2)
        await span.run { _ = await engine.start(StartRequest()) }
        span.end(status: 200, code: nil, of: facts("r1"))
        let request = try #require(try await spans().last)
        #expect(request.end - request.start == 2_000_000_000)
        let answered = clock.now.timeIntervalSince1970 - SpanLimits().delaySeconds
        #expect(request.end == UInt64(answered) * 1_000_000_000)
    }

    @Test func shareOfChangesIsTracedByEveryServerAlike() async throws {
        let sampled = Tracer(collector.exporter(clock), ratio: 0.25, clock: clock)
        let none = Tracer(collector.exporter(clock), ratio: 0, clock: clock)
        let places = (0..<4_000).map { sampled.place(inSession: "s", revision: $0) }
        #expect((800...1_200).contains(places.count(where: \.isSampled)))
        #expect(!(0..<100).contains { none.place(inSession: "s", revision: $0).isSampled })
        // A part of what is recorded with a larger share.
        let more = Tracer(collector.exporter(clock), ratio: 0.5, clock: clock)
        #expect(
            (0..<4_000).allSatisfy { revision in
                !places[revision].isSampled || more.place(inSession: "s", revision: revision).isSampled
            }
        )
    }

    @Test func changesOfTheShareAreRecordedAndNoOthers() async throws {
        let half = Tracer(collector.exporter(clock), ratio: 0.5, clock: clock)
        let (engine, _) = try Self.engine(MemoryStore(), half, clock, calls)
        let session = try await engine.start(StartRequest()).state().session
        let action = Change.action(name: "look", params: nil, screen: nil, draft: nil)
        for _ in 2...40 { _ = try await engine.perform(action, on: session, by: Caller(.app)).state() }
        clock.advance(by: SpanLimits().delaySeconds)
        try await until { half.exporter.counts.waiting == 0 }
        let recorded = collector.batches.flatMap(\.self).compactMap { $0["fairway.revision"] }
        let share = (1...40).filter { half.place(inSession: session, revision: $0).isSampled }
        #expect(recorded == share.map(Span.Attribute.Value.number))
        #expect((1..<40).contains(share.count))
    }

    @Test func nothingIsRecordedOfWhatIsNotSampled() async throws {
        let none = Tracer(collector.exporter(clock), ratio: 0, clock: clock)
        let store = MemoryStore()
        let (engine, worker) = try Self.engine(store, none, clock, calls)
        let session = try await engine.start(StartRequest()).state().session
        let action = Change.action(name: "pay", params: nil, screen: nil, draft: nil)
        _ = try await engine.perform(action, on: session, by: Caller(.app)).state()
        await worker.runDueWork()
        #expect(none.exporter.counts == SpanCounts())
        // The performer's own calls are not recorded either.
        #expect(calls.noted.allSatisfy { $0?.hasSuffix("-00") == true })
        #expect(calls.noted.count == 1)
    }

    // MARK: Helpers

    private func facts(_ request: String) -> RequestSpan.Facts {
        RequestSpan.Facts(method: "POST", route: "/v1/sessions", id: request)
    }

    private func start(_ request: String) async throws -> String {
        let span = RequestSpan(tracer, traceparent: nil, afterSeconds: 0)
        let answer = await span.run { await engine.start(StartRequest(), request: request) }
        span.end(status: 200, code: nil, of: facts(request))
        return try answer.state().session
    }

    private func act(
        _ name: String,
        _ session: String,
        _ request: String,
        traceparent: String? = nil,
        code: ProblemCode? = nil
    ) async throws {
        let span = RequestSpan(tracer, traceparent: traceparent, afterSeconds: 0)
        let action = Change.action(name: name, params: nil, screen: nil, draft: nil)
        let answer = await span.run {
            await engine.perform(action, on: session, by: Caller(.app, request: request))
        }
        span.end(status: answer.status, code: answer.code?.rawValue, of: facts(request))
        #expect(answer.code == code)
    }

    /// All spans so far.
    private func spans() async throws -> [Span] {
        clock.advance(by: SpanLimits().delaySeconds)
        try await until { tracer.exporter.counts.waiting == 0 }
        return collector.batches.flatMap(\.self)
    }
}

extension Span {
    fileprivate subscript(_ name: String) -> Attribute.Value? { attributes.first { $0.name == name }?.value }
}

extension Answer {
    fileprivate func state() throws -> StateDocument { try JSON.decode(StateDocument.self, from: body) }
}

/// The values of `traceparent` that performers have sent.
private final class Calls: Sendable {
    private let state = Mutex<[String?]>([])

    var noted: [String?] { state.withLock(\.self) }

    func note(_ traceparent: String?) { state.withLock { $0.append(traceparent) } }
}

private struct Declined: Error {}

private struct Shop: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            switch action {
            case .look: break
            case .pay: nav.run(Charge())
            case .fail: throw Declined()
            }
        }
        on(completion: Charge.self) { _, _, _ in }
    }

    struct Page: Screen {
        enum Action: Codable { case look, pay, fail }
    }

    struct Charge: Job {}
}
