import Fairway
import FairwayTesting
import FairwayWire
import Testing

@testable import FairwaySQLite

/// The bytes that a change writes to SQLite's log, in a session with a large state and a large screen.
struct StateWritesTests {
    /// What a change writes beside large values: pages of the session, its indexes, the journal and the reply.
    private static let otherBytes = 12 * 4_120

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    @Test func changeWritesOnlyTheLargeValuesThatItChanges() async throws {
        let store = try SQLiteStore(path, mostPagesInLog: 1_000_000)
        let engine = try Engine(App(initial: Ledger(count: 2_500)) {}, store: store, clock: ManualClock())
        let started = try JSON.decode(StateDocument.self, from: await engine.start().body)
        let caller = Caller(.token(try #require(started.token)))
        let flow = try #require(try await store.load(started.session)?.flows.first)
        let (state, screens) = (flow.state.bytes.count, flow.screens.bytes.count)
        #expect(min(state, screens) > 18 * 4_096)
        let changes = [("look", screens), ("add", state), ("toast", 0), ("back", screens), ("add", state + screens)]
        for (action, large) in changes {
            let before = try logBytes
            let answer = await engine.perform(
                .action(name: action, params: nil, screen: nil, draft: nil),
                on: started.session,
                by: caller
            )
            #expect(answer.status == 200)
            let written = try logBytes - before
            #expect(written < large + large / 20 + Self.otherBytes, "\(action)")
            let inMemory = try await engine.inspect(started.session).rows.flows
            #expect(try await store.load(started.session)?.flows == inMemory)
        }
        await store.close()
    }

    /// The reply has the whole screen, but its JSON repeats itself.
    @Test func keyedChangeWritesNoMoreThanItsCompressedReplyBeside() async throws {
        let store = try SQLiteStore(path, mostPagesInLog: 1_000_000)
        let engine = try Engine(App(initial: Ledger(count: 2_500)) {}, store: store, clock: ManualClock())
        let started = try JSON.decode(StateDocument.self, from: await engine.start().body)
        let caller = Caller(.token(try #require(started.token)))
        func bytesWritten(_ action: String, _ guards: Guards = Guards()) async throws -> Int {
            let before = try logBytes
            let change = Change.action(name: action, params: nil, screen: nil, draft: nil)
            #expect(await engine.perform(change, on: started.session, by: caller, guards: guards).status == 200)
            return try logBytes - before
        }
        _ = try await bytesWritten("toast")
        for action in ["toast", "look", "back", "add"] {
            let plain = try await bytesWritten(action)
            if action == "look" { _ = try await bytesWritten("back") }
            if action == "back" { _ = try await bytesWritten("look") }
            let keyed = try await bytesWritten(action, Guards(key: RequestKey("k \(action)", fingerprint: "f")))
            let reply = try #require(try await store.reply(started.session, key: "k \(action)")).body.count
            #expect(keyed - plain < reply + reply / 20 + Self.otherBytes, "\(action)")
        }
        await store.close()
    }

    private var logBytes: Int { get throws { try #require(FileIdentity(path + "-wal")).byteCount } }
}

/// A list, and a screen over it.
private struct Ledger: FlowController {
    var rows: [Row]

    struct Row: Codable, Hashable, Sendable {
        var id: Int
        var name: String
    }

    init() { rows = [] }
    init(count: Int) { rows = (0..<count).map { Row(id: $0, name: "The row \($0 * 7_919 % 1_000)") } }

    func start(_ nav: Navigator<Self>) { nav.show(List.self) }

    static var routes: Routes<Self> {
        shows(List.self) { flow in List(rows: flow.rows) }
        on(List.self) { flow, action, nav in action.perform(on: &flow, nav) }
        on(Detail.self) { flow, action, nav in action.perform(on: &flow, nav) }
    }

    enum Act: Codable {
        case look, add, toast, back

        func perform(on flow: inout Ledger, _ nav: Navigator<Ledger>) {
            switch self {
            case .look: nav.show(Detail())
            case .add: flow.rows.insert(Row(id: flow.rows.count, name: "new"), at: 0)
            case .toast: nav.perform(Notice(text: "done"))
            case .back: nav.goBack()
            }
        }
    }

    struct Notice: Effect { var text: String }

    struct List: Screen {
        typealias Action = Act
        var rows: [Row]
    }

    struct Detail: Screen {
        typealias Action = Act
        var text = "detail"
    }
}
