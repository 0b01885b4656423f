import FairwayTesting
import Testing

@testable import Fairway

/// Sessions that have just been started and show one page, as they are stored.
struct StoredStages {
    let engine: Engine
    let sessions: [StoredSession]

    init(count: Int) async throws {
        let store = MemoryStore()
        engine = try Engine(
            App(initial: Stage(.show("x"))) { Flow(Puppet()) },
            store: store,
            clock: ManualClock(),
            identifiers: CountedIdentifiers()
        )
        var sessions: [StoredSession] = []
        for _ in 0..<count {
            let session = try await engine.start().state().session
            sessions.append(try #require(try store.load(session)))
        }
        self.sessions = sessions
    }
}
