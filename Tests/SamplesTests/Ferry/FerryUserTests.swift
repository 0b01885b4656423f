import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Samples

/// Bookings of users.
struct FerryUserTests {
    private let ada = User(id: "ada", claims: ["name": "Ada Lovelace"])
    private let payments = PaymentService()
    private let tickets = TicketOffice()
    private let inventory = CabinInventory()

    /// The services, which the tests inspect.
    private var services: [Service] {
        let (payments, tickets, inventory) = (payments, tickets, inventory)
        return [
            Service(PaymentService.self) { _ in payments }, Service(TicketOffice.self) { _ in tickets },
            Service(CabinInventory.self) { _ in inventory },
        ]
    }

    @Test func signedInUserNeedNotSignUp() async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self, user: ada, overriding: services)
        try await tester.reachExtras()
        try await tester.send(.continueButtonPressed(childMeals: 1, cots: 0), on: Ferry.Extras.self)
        #expect(try tester.screen(as: Ferry.Review.self).member == "Ada Lovelace")
        try await tester.send(.continueButtonPressed, on: Ferry.Review.self)
        try await tester.pay()
        #expect(try tester.pending(ChargeCard.self).map(\.user) == ["ada"])
        try await tester.performJobs()
        #expect(try await tickets.tickets(of: "ada").count == 1)
    }

    @Test func signInTakesThePlaceOfSigningUp() async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self, overriding: services)
        try await tester.reachExtras()
        try await tester.send(.continueButtonPressed(childMeals: 1, cots: 0), on: Ferry.Extras.self)
        #expect(tester.screen is Login.Welcome)
        try await tester.signIn(ada)
        #expect(try tester.screen(as: Ferry.Review.self).member == "Ada Lovelace")
    }

    @Test func signInBeforeTheReviewLeavesTheScreen() async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self, overriding: services)
        try await tester.search()
        try await tester.signIn(ada)
        #expect(tester.screen is Ferry.Sailings)
    }

    @Test func bookingCanBeFinishedLater() async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self, overriding: services)
        try await tester.reachReview()
        try await tester.send(.finishLaterButtonPressed, on: Ferry.Review.self)
        #expect(try tester.screen(as: Ferry.FinishLater.self).link.value.hasPrefix("/r/"))
        try await tester.send(.closeButtonPressed, on: Ferry.FinishLater.self)
        #expect(tester.screen is Ferry.Review)
    }

    @Test func usedLinkOpensTheBookingAndNotTheSpentLink() async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self, overriding: services)
        try await tester.reachReview()
        try await tester.send(.finishLaterButtonPressed, on: Ferry.Review.self)
        let link = try tester.screen(as: Ferry.FinishLater.self).link.value
        let code = try #require(link.split(separator: "/").last)
        let taken = await tester.engine.takeHandoff(String(code), device: Device(idiom: .phone))
        let state = try JSON.decode(StateDocument.self, from: taken.body)
        #expect(state.screen?.name == "Ferry.Review")
        #expect(state.moves.map(\.move) == [.dismiss])
    }

    @Test func bookingsAreTheUsersOwn() async throws {
        let own = try await tickets.issue(.example, payment: "1", user: "ada")
        let other = try await tickets.issue(.example, payment: "2", user: "bob")
        _ = try await tickets.issue(.example, payment: "3")
        let tester = try await FlowTester(Bookings(), in: SamplesInMemory.self, user: ada, overriding: services)
        #expect(try tester.screen(as: Bookings.List.self).tickets == [own])
        let refusal = await tester.refusal {
            try await $0.send(.didSelectBooking(reference: other.reference), on: Bookings.List.self)
        }
        #expect(refusal.count == 1)
        try await tester.send(.didSelectBooking(reference: own.reference), on: Bookings.List.self)
        #expect(try tester.screen(as: Ferry.Confirmation.self).reference == own.reference)
        try await tester.send(.doneButtonPressed, on: Ferry.Confirmation.self)
        try await tester.send(.closeButtonPressed, on: Bookings.List.self)
        #expect(tester.outcome == .dismissed)
    }

    /// Swift treats both spellings of `é` as equal.
    @Test func ticketsAreFoundByTheBytesOfTheUser() async throws {
        _ = try await tickets.issue(.example, payment: "1", user: "ren\u{E9}")
        #expect(try await tickets.tickets(of: "ren\u{E9}").count == 1)
        #expect(try await tickets.tickets(of: "rene\u{301}").isEmpty)
    }

    @Test(arguments: [true, false])
    func ticketDeskCancelsABooking(isUnderBookings: Bool) async throws {
        let sailing = Ferry.Journey.example.sailing.id
        let isHeld = try await inventory.hold(
            "302",
            on: sailing,
            id: "hold",
            replacing: nil,
            until: .distantFuture,
            at: .distantPast
        )
        let isSold = try await inventory.sell("hold")
        try await payments.charge(25_450, card: "4242424242424242", id: "payment")
        let ticket = try await tickets.issue(.example, payment: "payment", user: "ada")
        #expect(isHeld && isSold)
        func cancel<F: FlowController>(_ tester: FlowTester<F>) async throws {
            try await tester.send(.ticketDeskButtonPressed, on: Ferry.Confirmation.self)
            try await tester.send(.closeButtonPressed, on: TicketDesk.Options.self)
            #expect(try await tickets.ticket(ticket.reference) != nil)
            try await tester.send(.ticketDeskButtonPressed, on: Ferry.Confirmation.self)
            let options = try tester.viewModel(as: TicketDesk.Options.ViewModel.self)
            #expect(options.refund == "€254.50")
            try await tester.send(.cancelBookingButtonPressed, on: TicketDesk.Options.self)
            let said = tester.effects.map { $0.payload["text"]?.string }
            #expect(said == ["Your booking is cancelled. €254.50 will be refunded to your card."])
        }
        if isUnderBookings {
            let tester = try await FlowTester(Bookings(), in: SamplesInMemory.self, user: ada, overriding: services)
            try await tester.send(.didSelectBooking(reference: ticket.reference), on: Bookings.List.self)
            try await cancel(tester)
            #expect(try tester.screen(as: Bookings.List.self).tickets.isEmpty)
        } else {
            let ferry = Ferry(reference: ticket.reference)
            let tester = try await FlowTester(ferry, in: SamplesInMemory.self, overriding: services)
            try await cancel(tester)
            #expect(tester.state.status == .over)
        }
        #expect(try await tickets.ticket(ticket.reference) == nil)
        #expect(try await payments.takings().payments == 0)
        #expect(try await inventory.taken(on: sailing, except: nil, at: .distantPast).isEmpty)
    }

    @Test(arguments: [("TicketDesk", ProblemCode.noSuchFlow), ("Bookings", .signInRequired)])
    func flowCannotBeStartedWithoutAUser(flow: String, code: ProblemCode) async throws {
        let engine = try Engine(SamplesInMemory.app, store: MemoryStore())
        #expect(await engine.start(StartRequest(flow: flow)).code == code)
    }
}
