import FairwayTesting
import Synchronization
import Testing

@testable import Fairway

/// A large state is encoded only if a handler has changed it. The encodings of a property are counted.
@Suite(.serialized)
struct LargeStateTests {
    @Test func unchangedStateIsNotEncodedAgain() async throws {
        let bench = try await Bench(length: 5_000)
        #expect(try await bench.encodings(of: "show") == 0)
        #expect(try await bench.encodings(of: "change") == 1)
        #expect(try await bench.encodings(of: "show") == 0)
        #expect(try await bench.encodings(of: "changeBack") == 1)
    }

    /// A small one costs less than the memory for its JSON.
    @Test func smallStateIsEncodedAtEachChange() async throws {
        let bench = try await Bench(length: 50)
        #expect(try await bench.encodings(of: "show") == 1)
    }

    @Test func stateOfALoadedSessionIsEncodedOnce() async throws {
        let bench = try await Bench(length: 5_000)
        bench.engine.dropIdleSessions()
        #expect(try await bench.encodings(of: "show") == 1)
        #expect(try await bench.encodings(of: "show") == 0)
    }

    @Test func storedStateIsThatInMemory() async throws {
        let bench = try await Bench(length: 5_000)
        for action in ["show", "change", "show", "changeBack", "fail", "show"] {
            _ = try await bench.encodings(of: action)
            #expect(try bench.stored == (try await bench.engine.inspect(bench.session).rows.flows))
        }
    }
}

/// An engine with a session of a flow whose state has a length.
private struct Bench {
    let store = MemoryStore()
    let engine: Engine
    let session: String

    init(length: Int) async throws {
        engine = try Engine(App(initial: Archive(length: length)) {}, store: store, clock: ManualClock())
        session = try await engine.start().state().session
    }

    /// The number of times that an action encodes the state.
    func encodings(of action: String) async throws -> Int {
        let before = Counted.encodings.load(ordering: .relaxed)
        let change = Change.action(name: action, params: nil, screen: nil, draft: nil)
        _ = await engine.perform(change, on: session, by: Caller(.operator))
        return Counted.encodings.load(ordering: .relaxed) - before
    }

    var stored: [FlowRow] { get throws { try #require(try store.load(session)).flows } }
}

private struct Counted: Codable, Sendable {
    static let encodings = Atomic<Int>(0)

    var text: String

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
        Self.encodings.add(1, ordering: .relaxed)
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

private struct Archive: FlowController {
    var text: Counted

    init() { text = Counted("") }
    init(length: Int) { text = Counted(String(repeating: "x", count: length)) }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .show: nav.show(Page())
            case .change: flow.text.text += "y"
            case .changeBack: flow.text.text.removeLast()
            case .fail:
                flow.text.text = ""
                throw Failure()
            }
        }
    }

    struct Failure: Error {}

    struct Page: Screen {
        enum Action: Codable { case show, change, changeBack, fail }
    }
}
