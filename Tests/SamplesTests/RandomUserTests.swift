import Fairway
import FairwayTesting
import FairwayWire
import Testing

@testable import Samples

struct RandomUserTests {
    private static let knowledge: [String: [JSONValue]] = [
        "name": ["Ada", "a.jpg"], "email": ["ada@example.org"], "key": ["Ferry", "Planets"], "age": [7, 36],
        "to": ["oslo", "Third", "Fourth", "Seventh", "FirstView2"], "from": ["kiel"], "date": ["2023-12-01"],
        "card": ["4242 4242 4242 4242", "4000 0000 0000 0002"], "amount": [12.5], "index": [0, 1], "text": ["hello"],
        "childMeals": [1], "cots": [1],
    ]

    /// Every flow that can be started directly is walked through at random, with parameters that make sense and with some
    /// that do not.
    @Test(arguments: [Device.Idiom.phone, .pad])
    func noSampleFailsWhateverAUserDoes(idiom: Device.Idiom) async throws {
        let seed = Seed()
        var random = seed.makeGenerator()
        var user = try await RandomUser(
            SamplesInMemory.app,
            knowing: Self.knowledge,
            untouched: [
                "failButtonPressed", "slowButtonPressed",
                // Of `Stall`.
                "blockButtonPressed", "computeButtonPressed", "waitButtonPressed",
            ]
        )
        for flow in user.catalog.flows {
            for _ in 0..<20 { try await user.use(flow.name, on: idiom, steps: 80, &random) }
        }
        #expect(Set(user.failures) == [], "\(seed)")
        // Else too little happened to say anything.
        #expect(user.untaken.count < user.taken.count / 3, "\(seed): \(user.untaken)")
    }

    /// What shall fail is noticed.
    @Test func theSampleThatFailsOnPurposeDoes() async throws {
        let seed = Seed()
        var random = seed.makeGenerator()
        var user = try await RandomUser(SamplesInMemory.app, untouched: ["slowButtonPressed"])
        for _ in 0..<8 { try await user.use("Counter", on: .phone, steps: 40, &random) }
        #expect(!user.failures.isEmpty, "\(seed)")
        #expect(user.failures.allSatisfy { $0.contains("failButtonPressed: 500") }, "\(seed)")
    }
}
