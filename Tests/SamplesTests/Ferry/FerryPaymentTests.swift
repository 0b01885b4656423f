import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// The payment job and its results.
struct FerryPaymentTests {
    private let payments = PaymentService()
    private let tickets = TicketOffice()
    private let inventory = CabinInventory()

    private func atPayment(_ root: Home = Home()) async throws -> FlowTester<Home> {
        let (payments, tickets, inventory) = (payments, tickets, inventory)
        let tester = try await FlowTester(
            root,
            in: SamplesInMemory.self,
            overriding: [
                Service(PaymentService.self) { _ in payments }, Service(TicketOffice.self) { _ in tickets },
                Service(CabinInventory.self) { _ in inventory },
            ]
        )
        try await tester.send(.didSelectEntry(key: "Ferry"), on: Home.Menu.self)
        try await tester.reachPayment()
        return tester
    }

    @Test func declineReturnsToPaymentAndAcceptsAnotherCard() async throws {
        let tester = try await atPayment()
        try await tester.pay("4000 0000 0000 0002")
        #expect(tester.screen is Ferry.Processing)
        try await tester.fail(ChargeCard.self, "Your card was declined.")
        #expect(try tester.screen(as: Ferry.Payment.self).message == "Your card was declined.")
        try await tester.pay()
        try await tester.complete(ChargeCard.self, with: Ferry.Ticket(reference: "R", journey: .example))
        #expect(tester.screen is Ferry.Confirmation)
    }

    @Test func missingCardNumberIsRejected() async throws {
        let tester = try await atPayment()
        #expect(await tester.refusal { try await $0.pay("") } == ["/params/card too-short"])
    }

    @Test(arguments: ["4242", "4242 4242 4242 4241", "four", String(repeating: "4", count: 20)])
    func invalidCardNumberIsRejected(_ card: String) async throws {
        let tester = try await atPayment()
        #expect(await tester.refusal { try await $0.pay(card) } == ["/params/card no-card-number"])
        #expect(try tester.pending(ChargeCard.self).isEmpty)
    }

    @Test func userCannotLeaveDuringPayment() async throws {
        let tester = try await atPayment()
        try await tester.pay()
        // No client has a button that would do nothing.
        #expect(tester.state.screen?.back == false)
        try await tester.goBack()
        #expect(tester.screen is Ferry.Processing)
        let problem = await #expect(throws: Problem.self) { try await tester.open(link: "/planets") }
        #expect(problem?.code == .linkRefused)
    }

    @Test func journalOmitsCardNumber() async throws {
        let tester = try await atPayment()
        try await tester.pay()
        #expect(tester.journal.last?.params?.description == #"{"card":"•••"}"#)
    }

    @Test(arguments: [
        ("4000 0000 0000 0002", "Your card was declined."),
        ("4000 0000 0000 9995", "Your card has insufficient funds."),
    ])
    func cardNumberDeterminesOutcome(_ card: String, _ message: Text) async throws {
        let tester = try await atPayment()
        try await tester.pay(card)
        try await tester.performJobs()
        #expect(try tester.screen(as: Ferry.Payment.self).message == message)
        let takings = try await payments.takings()
        #expect(takings.payments == 0)
    }

    @Test func unreachableBankIsRetriedAndChargesOnce() async throws {
        let tester = try await atPayment()
        try await tester.pay("4000 0000 0000 0119")
        try await tester.performJobs()
        #expect(tester.screen is Ferry.Processing)
        try await tester.advance(by: .seconds(2))
        try await tester.performJobs()
        let reference = try tester.screen(as: Ferry.Confirmation.self).reference
        let takings = try await payments.takings()
        #expect(takings == (1, 25_450))
        #expect(try await tickets.ticket(reference)?.journey.cabin.number == "302")
    }

    @Test func repeatedJobChargesOnceAndIssuesOneTicket() async throws {
        for _ in 0..<2 { try await payments.charge(25_450, card: "4242424242424242", id: "job") }
        let takings = try await payments.takings()
        #expect(takings == (1, 25_450))
        let first = try await tickets.issue(.example, payment: "job")
        #expect(try await tickets.issue(.example, payment: "job") == first)
        #expect(try await tickets.issue(.example, payment: "other").reference != first.reference)
    }

    @Test func paymentIsRefundedIfTheCabinIsLost() async throws {
        let tester = try await atPayment()
        try await tester.pay()
        try await inventory.release(try #require(tester.hold))
        try await tester.performJobs()
        #expect(try tester.screen(as: Ferry.Payment.self).message?.description.contains("refunded") == true)
        let takings = try await payments.takings()
        #expect(takings.payments == 0)
    }
}
