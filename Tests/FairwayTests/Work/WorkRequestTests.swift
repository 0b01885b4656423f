import Fairway
import FairwayOperators
import FairwayTesting
import FairwayWire
import Testing

/// Timers and jobs keep the id of the request that asked for them.
struct WorkRequestTests {
    private let shop: Workshop
    private let session: String

    init() async throws {
        shop = try Workshop()
        session = try await shop.engine.start(StartRequest(flow: "Booking"), request: "start-1").state().session
    }

    @Test func jobAndItsIncidentHaveTheRequestThatAskedForIt() async throws {
        try await act("pay", #"{"amount":1}"#, request: "tap-1")
        #expect(try await shop.store.work(session).map(\.item.request) == ["tap-1", "start-1"])
        shop.world.answer(.fail)
        await shop.worker.runDueWork()
        await shop.operators.flush()
        #expect(try await shop.store.incidents(session).map(\.request) == ["tap-1"])
        await shop.pass(10)
        #expect(try await requests() == ["start-1", "tap-1", "tap-1"])
    }

    @Test func timerHasTheRequestThatAskedForIt() async throws {
        await shop.pass(600)
        #expect(try await requests() == ["start-1", "start-1"])
    }

    @Test func incidentOfATimerHasTheRequestThatAskedForIt() async throws {
        try await act("remind", #"{"seconds":5,"text":"go"}"#, request: "tap-2")
        shop.world.fail(next: 1)
        await shop.pass(5)
        await shop.operators.flush()
        #expect(try await shop.store.incidents(session).map(\.request) == ["tap-2"])
    }

    private func act(_ name: String, _ params: String, request: String) async throws {
        let change = Change.action(name: name, params: RawJSON(known: Array(params.utf8)), screen: nil, draft: nil)
        _ = try await shop.engine.perform(change, on: session, by: Caller(.app, request: request)).state()
    }

    private func requests() async throws -> [String?] {
        try await shop.store.journal(session, after: 0, limit: 100).map(\.request)
    }
}
