import CMallocCount
import Fairway
import FairwaySQLite
import FairwayTraces
import FairwayWire
import Foundation

/// Prints the fewest allocations of an action in the engine: with each store, and with a tracer that does not record it.
/// `ActionAllocationsTests` reads the output.
@main enum ActionAllocations {
    private static let actions = 6_000

    static func main() async throws {
        print("memory \(try await fewestPerAction(MemoryStore()))")
        print("traced \(try await fewestPerAction(MemoryStore(), unrecorded))")
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-allocations-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore(folder.appending(path: "fairway.sqlite").path, durability: .relaxed)
        print("sqlite \(try await fewestPerAction(store))")
        await store.close()
    }

    private static var unrecorded: Tracer {
        let clock = SystemClock()
        let exporter = SpanExporter(clock, encode: { _ in [] }, post: { _ in .accepted(dropped: 0) })
        return Tracer(exporter, ratio: 0, clock: clock)
    }

    private struct Started: Decodable {
        var session: String
        var token: String
    }

    private static func fewestPerAction(_ store: any Store, _ tracer: Tracer? = nil) async throws -> Int {
        let engine = try Engine(App(initial: CountedFlow()), store: store, observers: [], tracer: tracer)
        let started = try JSON.decode(Started.self, from: await engine.start(StartRequest()).body)
        let caller = Caller(.token(started.token))
        var fewest = Int.max
        for _ in 0..<actions {
            let before = fairway_malloc_count()
            let change = Change.action(name: "increment", params: nil, screen: nil, draft: nil)
            let span = tracer.map { RequestSpan($0, traceparent: nil, afterSeconds: 0) }
            let answer =
                if let span {
                    await span.run { await engine.perform(change, on: started.session, by: caller) }
                } else {
                    await engine.perform(change, on: started.session, by: caller)
                }
            precondition(answer.status == 200, "an action failed")
            // The first actions fill caches, and threads that wait for one another on a busy machine allocate more.
            fewest = min(fewest, Int(fairway_malloc_count() - before))
        }
        return fewest
    }
}

/// One screen, derived from the flow's state, and one action.
private struct CountedFlow: FlowController {
    var count = 0

    func start(_ nav: Navigator<Self>) { nav.show(Page.self) }

    static var routes: Routes<Self> {
        shows(Page.self) { flow in Page(count: flow.count) }
        on(Page.self) { flow, action, nav in flow.count += 1 }
    }

    struct Page: Screen {
        var count = 0

        enum Action: Codable { case increment }
    }
}
