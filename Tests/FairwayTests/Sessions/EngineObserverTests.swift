import FairwayTesting
import FairwayWire
import Synchronization
import Testing

@testable import Fairway

/// What modules beside the engine learn of its changes.
struct EngineObserverTests {
    private let observer = Recorder()
    private let engine: Engine

    init() throws {
        engine = try Engine(
            App(initial: Stage(.show("nothing"))) {
                Flow(Puppet())
                Flow(Turnstile())
            },
            store: MemoryStore(),
            observers: [observer],
            clock: ManualClock(),
            identifiers: CountedIdentifiers()
        )
    }

    private final class Recorder: EngineObserver {
        let lines = Mutex<[String]>([])

        func committed(_ change: CommittedChange) {
            let (started, ended) = (change.flows.filter { !change.hadFlow($0.node) }, change.endedFlows)
            let flows = started.map { "+\($0.flow)" } + ended.map { "-\($0.flow)" }
            lines.withLock { $0.append(([String(change.state.row.revision)] + flows).joined(separator: " ")) }
        }

        func refused(_ change: RefusedChange) {
            lines.withLock { $0.append("\(change.kind) \(change.subject.name ?? "-") \(change.code.rawValue)") }
        }

        func missed(_ changes: Int) { lines.withLock { $0.append("missed \(changes)") } }
    }

    private var lines: [String] { observer.lines.withLock(\.self) }

    @Test func changesComeInTheOrderOfRevisionsAndRefusalsOnce() async throws {
        let started = try await engine.start(StartRequest(flow: "Turnstile")).state()
        let caller = Caller(.token(try #require(started.token)))
        for name in ["count", "nonsense", "count"] {
            let action = Change.action(name: name, params: nil, screen: nil, draft: nil)
            _ = await engine.perform(action, on: started.session, by: caller)
        }
        _ = await engine.perform(.end(.ended), on: started.session, by: Caller(.operator))
        #expect(lines == ["1 +Turnstile", "2", "action nonsense no-such-action", "3", "4 -Turnstile"])
    }

    @Test func deletedSessionsAreMissed() async throws {
        let started = try await engine.start(StartRequest(flow: "Turnstile")).state()
        engine.forgetDeleted([started.session])
        #expect(lines == ["1 +Turnstile", "missed 1"])
    }
}
