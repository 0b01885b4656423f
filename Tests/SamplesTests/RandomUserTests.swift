import Fairway
import FairwayTesting
import FairwayWire
import Testing

@testable import Samples

struct RandomUserTests {
    private static let knowledge: [String: [JSONValue]] = [
        "name": ["Ada", "a.jpg"], "email": ["ada@example.org"], "address": ["ada@example.org"],
        "key": ["Ferry", "Planets"], "age": [7, 36],
        "password": ["correct horse"], "to": ["oslo", "Third", "Fourth", "Seventh", "FirstView2"], "from": ["kiel"],
        "date": ["2023-12-01"],
        "card": ["4242 4242 4242 4242", "4000 0000 0000 0002"], "amount": [12.5], "index": [0, 1], "text": ["hello"],
        "childMeals": [1], "cots": [1], "what": ["A broken window"],
    ]

    /// Uses every flow at random, with valid and invalid parameters.
    @Test(arguments: [Device.Idiom.phone, .pad])
    func samplesSurviveRandomUse(idiom: Device.Idiom) async throws {
        let seed = Trials.seed
        var random = seed.makeGenerator()
        var user = try await RandomUser(
            SamplesInMemory.app,
            knowing: Self.knowledge,
            untouched: [
                "failButtonPressed", "slowButtonPressed",
                // Actions of `Stall`.
                "blockButtonPressed", "computeButtonPressed", "waitButtonPressed",
            ]
        )
        for flow in user.catalog.flows {
            for _ in 0..<Trials.choose(10, long: 20) { try await user.use(flow.name, on: idiom, steps: 80, &random) }
        }
        #expect(Set(user.failures) == [], "\(seed)")
        // Fewer actions would prove nothing.
        #expect(user.untaken.count < user.taken.count / 3, "\(seed): \(user.untaken)")
    }

    /// Failures on purpose are noticed.
    @Test func deliberateFailureIsNoticed() async throws {
        let seed = Seed()
        var random = seed.makeGenerator()
        var user = try await RandomUser(SamplesInMemory.app, untouched: ["slowButtonPressed"])
        for _ in 0..<8 { try await user.use("Counter", on: .phone, steps: 40, &random) }
        #expect(!user.failures.isEmpty, "\(seed)")
        #expect(user.failures.allSatisfy { $0.contains("failButtonPressed: 500") }, "\(seed)")
    }
}
