import FairwayWire
import TestWaits
import Testing

/// The README's example: a session that survives its server.
@Suite(.waiting)
struct TranscriptTests {
    @Test func sessionContinuesAfterServerIsKilled() async throws {
        let store = try TemporaryStore()
        let server = try await RunningServer("--store", store.locator)
        let session = try await StartedSession("Tutorial", on: server)
        let acted = try await session.act("nextToPage2ButtonPressed", headers: ["Idempotency-Key": "first"])
        #expect(acted.status == 200)
        server.kill()

        let again = try await RunningServer("--store", store.locator)
        let resumed = session.on(again)
        let repeated = try await resumed.act("nextToPage2ButtonPressed", headers: ["Idempotency-Key": "first"])
        #expect(repeated.body == acted.body)
        #expect(repeated["Idempotency-Replayed"] == "true")
        let state = try await resumed.send("GET", "").state
        #expect(state.revision == 2)
        #expect(state.screen?.name == "Tutorial.Page2")
        #expect(try await resumed.act("nextToPage3ButtonPressed").state.screen?.name == "Tutorial.Page3")
    }

    @Test func secondServerOnSameStoreIsRejected() async throws {
        let store = try TemporaryStore()
        let server = try await RunningServer("--store", store.locator)
        await #expect(throws: RunningServer.Failure.self) { try await RunningServer("--store", store.locator) }
        #expect(await server.stop() == 0)
    }
}
