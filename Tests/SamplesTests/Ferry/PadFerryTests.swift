import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// The ferry on a pad: summary on the left, booking on the right.
struct PadFerryTests {
    private func tester() async throws -> FlowTester<Ferry> {
        try await FlowTester(Ferry(), in: SamplesInMemory.self, device: Device(idiom: .pad))
    }

    private func summary(_ tester: FlowTester<Ferry>) throws -> Ferry.Summary {
        try #require(tester.visibleScreens.lazy.compactMap { $0 as? Ferry.Summary }.first)
    }

    @Test func summaryIsShownBesideBooking() async throws {
        let tester = try await tester()
        #expect(tester.state.visible.map(\.name) == ["Ferry.Summary"])
        #expect(tester.state.screen?.name == "Ferry.Search")
        try await tester.search()
        try await tester.chooseSailing()
        #expect(try summary(tester).booking.sailing?.to == "oslo")
        try await tester.add("Ada", 36)
        #expect(try summary(tester).booking.totalCents == 8_900)
        try await tester.send(.continueButtonPressed, on: Ferry.Passengers.self)
        try await tester.chooseCabin()
        try await tester.signUp()
        #expect(try summary(tester).booking.cabin?.number == "302")
        #expect(try summary(tester).booking.totalCents == 19_800)
    }

    @Test func ticketReplacesBothPanes() async throws {
        let tester = try await tester()
        try await tester.reachPayment()
        try await tester.pay()
        try await tester.complete(ChargeCard.self, with: Ferry.Ticket(reference: "R", journey: .example))
        #expect(tester.screen is Ferry.Confirmation)
        #expect(tester.visibleScreens.count == 1)
        #expect(tester.hierarchy == "Ferry: Ferry.Confirmation")
        try await tester.send(.doneButtonPressed, on: Ferry.Confirmation.self)
        #expect(tester.outcome == .completed)
    }

    @Test func summaryShowsExpiredHold() async throws {
        let tester = try await tester()
        try await tester.reachReview()
        try await tester.advance(by: .seconds(600))
        try await tester.send(.chooseAnother, on: Ferry.CabinReleased.self)
        #expect(tester.booking?.cabin == nil)
        try await tester.goBack()
        #expect(try summary(tester).booking.cabin == nil)
        #expect(try summary(tester).booking.passengers.count == 2)
    }

    @Test func leavingFromSummaryReleasesCabin() async throws {
        let tester = try await tester()
        try await tester.reachReview()
        let hold = try #require(tester.hold)
        try await tester.goBack(from: try tester.id(of: Ferry.Summary.self))
        #expect(tester.outcome == .dismissed)
        #expect(try tester.pending(ReleaseCabin.self).map(\.hold) == [hold])
    }

    @Test func clientCannotReleaseTheHoldOfAnotherUser() async throws {
        let engine = try Engine(SamplesInMemory.app, store: MemoryStore())
        let input = try RawJSON(encoding: ["hold": "another user's"])
        let answer = await engine.start(StartRequest(flow: "Ferry", input: input, device: Device(idiom: .pad)))
        #expect(try JSON.decode(Problem.self, from: answer.body).code == .invalidInput)
    }

    @Test func backFromSearchLeavesBothPanes() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self, device: Device(idiom: .pad))
        try await tester.send(.didSelectEntry(key: "Ferry"), on: Home.Menu.self)
        try await tester.goBack()
        #expect(tester.hierarchy == "Home: Home.Menu")
    }
}
