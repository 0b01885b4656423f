import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// Stored rows of new sessions that show one page.
struct StoredStages {
    let store = MemoryStore()
    let engine: Engine
    let sessions: [StoredSession]

    init(count: Int) async throws {
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

    func state(of session: String) async throws -> StateDocument {
        try await engine.state(session, by: Caller(.app)).state()
    }

    /// Sends commands as an action of a session's page.
    func perform(_ commands: Command..., on session: String) async throws {
        try await perform(commands, on: session)
    }

    /// Sends commands as an action of a session's page.
    func perform(_ commands: [Command], on session: String) async throws {
        let params = try RawJSON(encoding: ["value": commands])
        let change = Change.action(name: "perform", params: params, screen: nil, draft: nil)
        _ = try await engine.perform(change, on: session, by: Caller(.app)).state()
    }
}
