import Fairway
import FairwayTesting
import Synchronization
import TestWaits
import Testing

/// Refreshing sessions from an app's own code (`protocol.md` 4.12).
@Suite(.waiting)
struct SessionsTests {
    let clock = ManualClock()
    let thermometer = Thermometer()

    @Test func serviceRefreshesSession() async throws {
        let (engine, station) = try engine()
        let session = try await engine.start(StartRequest(flow: "Weather")).state().session
        let follower = try await engine.subscribe(session, by: Caller(.app), after: 1)
        thermometer.degrees = 25
        try await station.sessions.refresh(session)
        guard case .state(let state)? = await follower.next() else {
            Issue.record("no state came")
            return
        }
        #expect(state.revision == 2)
        #expect(String(decoding: state.json.bytes, as: UTF8.self).contains("25°"))
    }

    @Test func refreshWithoutDifferenceKeepsTheRevision() async throws {
        let (engine, station) = try engine()
        let session = try await engine.start(StartRequest(flow: "Weather")).state().session
        try await station.sessions.refresh(session)
        #expect(await engine.state(session, by: Caller(.app)).revision == 1)
    }

    @Test func refreshOfUnknownSessionThrows() async throws {
        let (engine, station) = try engine()
        _ = await engine.start(StartRequest(flow: "Weather"))
        let problem = await #expect(throws: Problem.self) { try await station.sessions.refresh("nobody's") }
        #expect(problem?.code == .noSuchSession)
    }

    @Test func refreshThrowsErrorOfViewModel() async throws {
        let (engine, station) = try engine()
        let session = try await engine.start(StartRequest(flow: "Weather")).state().session
        thermometer.degrees = nil
        let problem = await #expect(throws: Problem.self) { try await station.sessions.refresh(session) }
        #expect(problem?.code == .flowFailed)
    }

    @Test func refreshThrowsAfterAppHasEnded() async throws {
        let sessions: Sessions
        weak var ended: Engine?
        do {
            let (engine, station) = try engine()
            _ = await engine.start(StartRequest(flow: "Weather"))
            sessions = try station.sessions
            ended = engine
        }
        // The thread of the start may hold the engine for a moment longer.
        try await until { ended == nil }
        let problem = await #expect(throws: Problem.self) { try await sessions.refresh("any") }
        #expect(problem?.code == .shuttingDown)
    }

    /// An engine, and a service of its app that can refresh sessions.
    private func engine() throws -> (Engine, Station) {
        let (station, thermometer) = (Station(), thermometer)
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Puppet())
            Flow(Weather())
            Service(Thermometer.self) { dependencies in
                station.give(dependencies[Sessions.self])
                return thermometer
            }
        }
        return (try Engine(app, store: MemoryStore(), clock: clock, identifiers: CountedIdentifiers()), station)
    }
}

/// An app's service that refreshes sessions after changes to outside data.
private final class Station: Sendable {
    private let given = Mutex<Sessions?>(nil)

    var sessions: Sessions {
        get throws {
            let sessions = given.withLock(\.self)
            return try #require(sessions)
        }
    }

    func give(_ sessions: Sessions) { given.withLock { $0 = sessions } }
}
