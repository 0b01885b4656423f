import FairwayTesting
import Synchronization
import Testing

@testable import Fairway

/// A large state is compared with the stored one before it is written.
struct LargeStateTests {
    @Test func storedStateIsThatInMemory() async throws {
        let bench = try await Bench(length: 5_000)
        let actions = ["show", "change", "show", "changeBack", "fail", "note", "show", "empty", "show", "fill", "show"]
        for action in actions {
            await bench.perform(action)
            #expect(try bench.stored == (try await bench.engine.inspect(bench.session).rows.flows))
        }
    }

    /// A store keeps a large state elsewhere only while it is large.
    @Test func stateIsWrittenUnlessTheLastCommitHasTheSame() async throws {
        let bench = try await Bench(length: 5_000)
        let actions = ["show", "note", "change", "show", "fail", "show", "empty", "show", "fill", "show"]
        for action in actions { await bench.perform(action) }
        let commits = bench.commits.list.withLock(\.self)
        let skips = commits.map { $0.unchangedColumns.values.contains { $0.contains(.state) } }
        #expect(skips == [false, true, false, false, true, true, false, false, false, true])
    }
}

/// An engine with a session of a flow whose state has a length.
private struct Bench {
    let store = MemoryStore()
    let commits = Commits()
    let engine: Engine
    let session: String

    init(length: Int) async throws {
        let app = App(initial: Archive(length: length)) {}
        engine = try Engine(app, store: FaultyStore(store, interceptor: commits), clock: ManualClock())
        session = try await engine.start().state().session
    }

    func perform(_ action: String) async {
        let change = Change.action(name: action, params: nil, screen: nil, draft: nil)
        _ = await engine.perform(change, on: session, by: Caller(.app))
    }

    var stored: [FlowRow] { get throws { try #require(try store.load(session)).flows } }
}

/// The commits of changes.
private final class Commits: StoreInterceptor {
    let list = Mutex<[Commit]>([])

    func enter(_ call: String) async throws(StoreError) {}
    func leave(_ call: String) async throws(StoreError) {}

    func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
        list.withLock { $0.append(commit) }
        return try await store.commit(commit)
    }
}

/// A part of the state that a handler changes through a reference.
private final class Notes: Codable, Sendable {
    private let count = Mutex(0)

    init() {}
    init(from decoder: any Decoder) throws {
        let stored = try decoder.singleValueContainer().decode(Int.self)
        count.withLock { $0 = stored }
    }

    func add() { count.withLock { $0 += 1 } }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(count.withLock(\.self))
    }
}

private struct Archive: FlowController {
    var text: String
    var notes = Notes()

    init(length: Int) { text = String(repeating: "x", count: length) }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .show: nav.show(Page())
            case .note: flow.notes.add()
            case .change: flow.text += "y"
            case .changeBack: flow.text.removeLast()
            case .empty: flow.text = ""
            case .fill: flow.text = String(repeating: "x", count: 5_000) + "y"
            case .fail:
                flow.text = ""
                throw Failure()
            }
        }
    }

    struct Failure: Error {}

    struct Page: Screen {
        enum Action: Codable { case show, change, changeBack, empty, fill, fail, note }
    }
}
