import Fairway
import FairwayTesting
import FairwayWire
import Testing

@testable import Samples

struct RandomUserTests {
    private static let walks = 8
    private static let steps = 40

    /// Every flow that can be started directly is walked through at random, with parameters that nobody should send.
    @Test(arguments: [Device.Idiom.phone, .pad])
    func noSampleFailsWhateverAUserDoes(idiom: Device.Idiom) async throws {
        let seed = Seed()
        var random = seed.makeGenerator()
        var user = try await RandomUser(SamplesInMemory.app, untouched: ["failButtonPressed", "slowButtonPressed"])
        for flow in user.catalog.flows {
            for _ in 0..<Self.walks { try await user.use(flow.name, on: idiom, steps: Self.steps, &random) }
        }
        #expect(Set(user.failures) == [], "\(seed)")
        // Else too little happened to say anything.
        #expect(user.taken.count > 60, "\(seed)")
    }

    /// What shall fail is noticed.
    @Test func theSampleThatFailsOnPurposeDoes() async throws {
        let seed = Seed()
        var random = seed.makeGenerator()
        var user = try await RandomUser(SamplesInMemory.app, untouched: ["slowButtonPressed"])
        for _ in 0..<Self.walks { try await user.use("Counter", on: .phone, steps: Self.steps, &random) }
        #expect(!user.failures.isEmpty, "\(seed)")
        #expect(user.failures.allSatisfy { $0.contains("failButtonPressed: 500") }, "\(seed)")
    }
}
