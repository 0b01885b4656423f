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
        let changes = Mutex<[CommittedChange]>([])

        func committed(_ change: CommittedChange) {
            changes.withLock { $0.append(change) }
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
        _ = await engine.perform(.end(.ended), on: started.session, by: Caller(.app))
        #expect(lines == ["1 +Turnstile", "2", "action nonsense no-such-action", "3", "4 -Turnstile"])
    }

    @Test func changeHasItsJournalEntryAndWork() async throws {
        let started = try await engine.start(StartRequest(flow: "Turnstile"), request: "start").state()
        let caller = Caller(.token(try #require(started.token)), request: "action")
        for (name, params) in [("push", #"{"label":"b"}"#), ("toast", #"{"text":"hi"}"#), ("schedule", #"{"id":"t"}"#)]
        {
            let params = try RawJSON(validating: Array(params.utf8))
            let action = Change.action(name: name, params: params, screen: nil, draft: nil)
            #expect(await engine.perform(action, on: started.session, by: caller).status == 200)
        }
        let changes = observer.changes.withLock(\.self).dropFirst()
        #expect(changes.map(\.journal?.moves.isEmpty) == [false, true, true])
        #expect(changes.map(\.journal?.effects.count) == [0, 1, 0])
        let stored = try await engine.store.journal(started.session, after: 0, limit: 9)
        #expect(observer.changes.withLock(\.self).map(\.journal) == stored)
        #expect(stored.map(\.request) == ["start", "action", "action", "action"])
        // A timer with an id first cancels the one that it replaces.
        #expect(changes.map(\.work.count) == [0, 0, 2])
    }

    @Test func callWithAnInvalidBodyHasItsKind() async {
        for kind in ["start", "device"] {
            _ = await engine.refuseCreation(Problem(.invalidInput), of: kind, key: nil, by: .anonymous)
        }
        #expect(lines == ["start - invalid-input", "device - invalid-input"])
    }

    @Test func deletedSessionsAreMissed() async throws {
        let started = try await engine.start(StartRequest(flow: "Turnstile")).state()
        engine.forgetDeleted([started.session])
        #expect(lines == ["1 +Turnstile", "missed 1"])
    }
}
