import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import Samples

/// The ten-minute hold on a cabin, on each screen.
struct FerryHoldTests {
    @Test(arguments: FerryPlace.allCases, [false, true])
    func expiredHoldLeadsBackToCabins(_ place: FerryPlace, byGesture: Bool) async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self)
        try await place.reach(tester)
        let kept = try #require(tester.booking)
        try await tester.advance(by: .seconds(599))
        #expect(!(tester.screen is Ferry.CabinReleased))
        try await tester.advance(by: .seconds(1))
        #expect(tester.screen is Ferry.CabinReleased)
        #expect(tester.state.screen?.presentation == .alert)
        if byGesture {
            try await tester.goBack()
        } else {
            try await tester.send(.chooseAnother, on: Ferry.CabinReleased.self)
        }
        #expect(tester.screen is CabinDeck.List)
        #expect(try tester.viewModel(as: CabinDeck.List.ViewModel.self).offers.allSatisfy(\.isFree))
        #expect(tester.booking?.cabin == nil)
        #expect(tester.booking?.passengers == kept.passengers)
        #expect(tester.booking?.sailing == kept.sailing)
        try await tester.chooseCabin()
        #expect(try tester.screen(as: Ferry.Extras.self).childMeals == kept.extras.childMeals)
        #expect(tester.timers.count == 1)
    }

    @Test func holdDoesNotExpireDuringPayment() async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self)
        try await tester.reachPayment()
        try await tester.pay()
        try await tester.advance(by: .seconds(1_800))
        #expect(tester.screen is Ferry.Processing)
        try await tester.fail(ChargeCard.self, "Your card was declined.")
        #expect(tester.screen is Ferry.Payment)
        try await tester.advance(by: .zero)
        #expect(tester.screen is Ferry.CabinReleased)
    }

    @Test func holdContinuesAfterDecline() async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self)
        try await tester.reachPayment()
        try await tester.advance(by: .seconds(300))
        try await tester.pay()
        try await tester.fail(ChargeCard.self, "Your card was declined.")
        let payment = try tester.viewModel(as: Ferry.Payment.ViewModel.self)
        #expect(payment.heldUntil == tester.clock.now.addingTimeInterval(300))
        #expect(payment.message == "Your card was declined.")
        try await tester.advance(by: .seconds(299))
        #expect(tester.screen is Ferry.Payment)
        try await tester.advance(by: .seconds(1))
        #expect(tester.screen is Ferry.CabinReleased)
    }

    @Test func leavingReleasesCabin() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        try await tester.send(.didSelectEntry(key: "Ferry"), on: Home.Menu.self)
        try await FerryPlace.search.reach(tester)
        let hold = try #require(tester.hold)
        try await tester.goBack()
        #expect(tester.hierarchy == "Home: Home.Menu")
        #expect(try tester.pending(ReleaseCabin.self).map(\.hold) == [hold])
        #expect(tester.timers.isEmpty)
    }

    @Test(arguments: FerryPlace.allCases)
    func linkReleasesCabin(_ place: FerryPlace) async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        try await tester.send(.didSelectEntry(key: "Ferry"), on: Home.Menu.self)
        try await place.reach(tester)
        let hold = try #require(tester.hold)
        try await tester.open(link: "/planets")
        #expect(try tester.pending(ReleaseCabin.self).map(\.hold) == [hold])
        #expect(tester.timers.isEmpty)
    }
}
