import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Adding, changing and removing passengers.
struct FerryPassengerTests {
    private func tester() async throws -> FlowTester<Ferry> {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self)
        try await tester.search()
        try await tester.chooseSailing()
        return tester
    }

    @Test func passengersAreAddedChangedAndRemoved() async throws {
        let tester = try await tester()
        try await tester.add("Ada", 36)
        try await tester.add(" Byron ", 7)
        #expect(try tester.screen(as: Ferry.Passengers.self).passengers.map(\.name) == ["Ada", "Byron"])
        try await tester.send(.didSelectPassenger(index: 1), on: Ferry.Passengers.self)
        #expect(try tester.screen(as: EditPassenger.Form.self).age == 7)
        try await tester.send(.saveButtonPressed(name: "Byron", age: 8), on: EditPassenger.Form.self)
        #expect(tester.booking?.passengers.map(\.age) == [36, 8])
        try await tester.send(.removeButtonPressed(index: 0), on: Ferry.Passengers.self)
        #expect(try tester.screen(as: Ferry.Passengers.self).passengers.map(\.name) == ["Byron"])
    }

    @Test func secondOfTwoEqualPassengersIsEdited() async throws {
        let tester = try await tester()
        for _ in 0..<2 { try await tester.add("Ada", 36) }
        try await tester.send(.didSelectPassenger(index: 1), on: Ferry.Passengers.self)
        try await tester.send(.saveButtonPressed(name: "Grace", age: 40), on: EditPassenger.Form.self)
        #expect(tester.booking?.passengers.map(\.name) == ["Ada", "Grace"])
    }

    @Test func cancelledFormChangesNothing() async throws {
        let tester = try await tester()
        try await tester.send(.addButtonPressed, on: Ferry.Passengers.self)
        try await tester.send(.cancelButtonPressed, on: EditPassenger.Form.self)
        #expect(try tester.screen(as: Ferry.Passengers.self).passengers.isEmpty)
        #expect(tester.flow(of: EditPassenger.self) == nil)
    }

    @Test(arguments: [
        ("", 30, ["/params/name too-short"]), ("  ", 30, ["/params/name empty"]),
        ("Ada", -1, ["/params/age too-small"]),
        ("", 121, ["/params/name too-short", "/params/age too-large"]),
        (String(repeating: "a", count: 101), 30, ["/params/name too-long"]),
    ])
    func invalidPassengerIsRejected(_ name: String, _ age: Int, _ errors: [String]) async throws {
        let tester = try await tester()
        #expect(await tester.refusal { try await $0.add(name, age) } == errors)
        #expect(tester.screen is EditPassenger.Form)
    }

    @Test func bookingNeedsAdult() async throws {
        let tester = try await tester()
        func goOn() async -> [String] {
            await tester.refusal { try await $0.send(.continueButtonPressed, on: Ferry.Passengers.self) }
        }
        #expect(await goOn() == ["/params no-passengers"])
        try await tester.add("Byron", 15)
        #expect(await goOn() == ["/params no-adult"])
    }

    @Test func bookingHasAtMostNinePassengers() async throws {
        let tester = try await tester()
        for number in 1...9 { try await tester.add("Number \(number)", 20 + number) }
        let errors = await tester.refusal { try await $0.send(.addButtonPressed, on: Ferry.Passengers.self) }
        #expect(errors == ["/params too-many"])
    }

    @Test(arguments: [-1, 1])
    func unknownPassengerIsRejected(_ index: Int) async throws {
        let tester = try await tester()
        try await tester.add("Ada", 36)
        for action in [
            Ferry.Passengers.Action.didSelectPassenger(index: index), .removeButtonPressed(index: index),
        ] {
            let errors = await tester.refusal { try await $0.send(action, on: Ferry.Passengers.self) }
            #expect(errors == ["/params/index not-an-option"])
        }
    }

    @Test func removingLastChildRemovesExtras() async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self)
        try await tester.reachReview()
        try await tester.goBack(to: Ferry.Passengers.self)
        try await tester.send(.removeButtonPressed(index: 1), on: Ferry.Passengers.self)
        #expect(tester.booking?.extras.childMeals == 0)
        try await tester.send(.continueButtonPressed, on: Ferry.Passengers.self)
        try await tester.chooseCabin()
        #expect(tester.screen is Ferry.Review)
    }
}
