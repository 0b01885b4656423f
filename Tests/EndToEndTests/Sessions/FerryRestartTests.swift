import FairwayWire
import TestWaits
import Testing

/// A payment survives the server that started it, and the booking survives its session.
@Suite(.waiting)
struct FerryRestartTests {
    @Test func paymentCompletesAfterKill() async throws {
        let store = try TemporaryStore()
        var server = try await RunningServer("--store", store.locator, in: store)
        var session = try await StartedSession.atTheFerrysTill(on: server)
        // With this card the first payment attempt fails, so the payment takes at least a second.
        let paying = try await session.send(
            "POST",
            "/actions",
            #"{"action":"payButtonPressed","params":{"card":"4000 0000 0000 0119"}}"#
        ).state
        #expect(paying.screen?.name == "Ferry.Processing")
        server.kill()
        server = try await RunningServer("--store", store.locator, in: store)
        session = session.on(server)
        let paid = try await session.next(after: paying.revision).state
        #expect(paid.outcome == .completed)
        let ticket = try JSON.decode(Ticket.self, from: try #require(paid.result).bytes)
        let link = try await StartedSession("", on: server, body: #"{"link":"/bookings/\#(ticket.reference)"}"#)
        #expect(try await link.send("GET", "").state.screen?.name == "Ferry.Confirmation")
    }

    private struct Ticket: Decodable { var reference: String }
}
