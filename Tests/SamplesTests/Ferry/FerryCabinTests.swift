import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import Samples

/// The choice of a cabin: its three tabs, the availability of cabins, and holds.
struct FerryCabinTests {
    private let inventory = CabinInventory()

    private func tester() async throws -> FlowTester<Ferry> {
        let inventory = inventory
        let tester = try await FlowTester(
            Ferry(),
            in: SamplesInMemory.self,
            overriding: [Service(CabinInventory.self) { _ in inventory }]
        )
        try await tester.reachCabins()
        return tester
    }

    /// Holds a cabin for another customer. Returns false if it is not available.
    private func takeAway(_ cabin: String, from tester: FlowTester<Ferry>) async throws -> Bool {
        try await inventory.hold(
            cabin,
            on: "kiel-oslo-2023-12-01-840",
            id: "somebody else",
            replacing: nil,
            until: tester.clock.now.addingTimeInterval(60),
            at: tester.clock.now
        )
    }

    @Test func eachTabKeepsItsOwnStack() async throws {
        let tester = try await tester()
        #expect(try tester.viewModel(as: CabinDeck.List.ViewModel.self).kind == .inside)
        try await tester.send(.didSelectCabin(number: "202"), on: CabinDeck.List.self)
        try await tester.select("suite")
        #expect(try tester.viewModel(as: CabinDeck.List.ViewModel.self).offers.map(\.number) == ["401"])
        try await tester.select("inside")
        #expect(try tester.screen(as: CabinDeck.Detail.self).cabin.number == "202")
        try await tester.goBack()
        #expect(tester.screen is CabinDeck.List)
    }

    @Test(arguments: [true, false])
    func leavingCabinsReturnsToPassengers(byGesture: Bool) async throws {
        let tester = try await tester()
        if byGesture {
            try await tester.goBack()
        } else {
            try await tester.send(.cancelButtonPressed, on: CabinDeck.List.self)
        }
        #expect(tester.screen is Ferry.Passengers)
        #expect(tester.hierarchy == "Ferry\n  BookFerry: Ferry.Search, Ferry.Sailings, Ferry.Passengers")
    }

    @Test(arguments: [("201", "too-small", 1), ("999", "not-an-option", 0), ("301", "not-an-option", 0)])
    func unsuitableCabinIsRejected(_ number: String, _ code: String, _ others: Int) async throws {
        let tester = try await tester()
        try await tester.goBack()
        for _ in 0..<others { try await tester.add("Grace", 50) }
        try await tester.send(.continueButtonPressed, on: Ferry.Passengers.self)
        let errors = await tester.refusal {
            try await $0.send(.didSelectCabin(number: number), on: CabinDeck.List.self)
        }
        #expect(errors == ["/params/number \(code)"])
    }

    @Test func takenCabinIsShownAndRejected() async throws {
        let tester = try await tester()
        #expect(try await takeAway("202", from: tester))
        try await tester.refresh()
        let offers = try tester.viewModel(as: CabinDeck.List.ViewModel.self).offers
        #expect(offers.filter { !$0.isFree }.map(\.number) == ["202"])
        #expect(offers.map(\.price) == ["€49.00", "€69.00", "€99.00"])
        let errors = await tester.refusal { try await $0.send(.didSelectCabin(number: "202"), on: CabinDeck.List.self) }
        #expect(errors == ["/params/number sold-out"])
    }

    @Test func cabinTakenAtLastMomentIsRejected() async throws {
        let tester = try await tester()
        try await tester.send(.didSelectCabin(number: "202"), on: CabinDeck.List.self)
        #expect(try await takeAway("202", from: tester))
        let errors = await tester.refusal { try await $0.send(.chooseButtonPressed, on: CabinDeck.Detail.self) }
        #expect(errors == ["/params sold-out"])
        #expect(tester.screen is CabinDeck.Detail)
    }

    @Test func departedFerryIsRejected() async throws {
        let tester = try await tester()
        try await tester.advance(by: .seconds(30 * 86_400))
        #expect(await tester.refusal { try await $0.chooseCabin() } == ["/params departed"])
    }

    @Test func secondCabinReplacesFirst() async throws {
        let tester = try await tester()
        try await tester.chooseCabin("302")
        let first = try #require(tester.hold)
        try await tester.goBack()
        try await tester.send(.continueButtonPressed, on: Ferry.Passengers.self)
        try await tester.chooseCabin("301")
        #expect(tester.booking?.cabin?.number == "301")
        #expect(try tester.pending(ReleaseCabin.self).map(\.hold) == [first])
        #expect(tester.timers.count == 1)
        try await inventory.release(first)
        #expect(try await takeAway("302", from: tester))
    }

    @Test func theSameCabinCanBeChosenAgain() async throws {
        let tester = try await tester()
        try await tester.chooseCabin("302")
        try await tester.goBack()
        try await tester.send(.continueButtonPressed, on: Ferry.Passengers.self)
        try await tester.chooseCabin("302")
        #expect(tester.screen is Ferry.Extras)
    }

    @Test func anotherSailingReleasesCabin() async throws {
        let tester = try await tester()
        try await tester.chooseCabin()
        try await tester.goBack(to: Ferry.Sailings.self)
        try await tester.send(.didSelectSailing(id: "kiel-oslo-2023-12-01-1260"), on: Ferry.Sailings.self)
        #expect(tester.booking?.cabin == nil)
        #expect(try tester.pending(ReleaseCabin.self).count == 1)
        #expect(tester.timers.isEmpty)
        #expect(tester.booking?.passengers.count == 2)
    }

    @Test func soldCabinIsNotReleased() async throws {
        let now = Date(timeIntervalSince1970: 0)
        func hold(_ id: String, at moment: Date) async throws -> Bool {
            try await inventory.hold("201", on: "s", id: id, replacing: nil, until: moment + 60, at: moment)
        }
        #expect(try await hold("a", at: now))
        #expect(try await !hold("b", at: now))
        #expect(try await hold("b", at: now + 60))
        #expect(try await inventory.sell("b"))
        try await inventory.release("b")
        #expect(try await !hold("c", at: now + 10_000))
        #expect(try await !inventory.sell("a"))
    }
}
