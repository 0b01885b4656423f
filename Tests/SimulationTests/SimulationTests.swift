import FairwayTesting
import Testing

@testable import Simulation

/// The engine, its worker and a store, under clients that retry and in bad weather.
struct SimulationTests {
    @Test(arguments: 0..<4)
    func whateverTheWeatherPromisesAreKept(shard: UInt64) {
        let seed = Seed()
        for index in 0..<25 {
            let report = Simulation(Seed(seed.value &+ shard &* 25 &+ UInt64(index))).run()
            #expect(report.violation == nil, "\(report.seed): run script/simulate with it to see what happened")
        }
    }

    @Test func aSeedReplaysExactly() {
        let seed = Seed()
        for index in 0..<5 {
            let one = Seed(seed.value &+ UInt64(index))
            #expect(Simulation(one).run() == Simulation(one).run(), "\(one)")
        }
    }

    /// A simulation that cannot fail would prove nothing: each kind of flaw is found within a few seeds. One in a hundred
    /// has somebody come back in the moment in which the sweeper takes them for gone.
    @Test(arguments: Flaw.allCases)
    func aStoreWithAFlawIsCaught(flaw: Flaw) {
        let first: UInt64 = flaw == .endsWithoutLookingAgain ? 770 : 0
        let caught = (first..<first + 60).first { Simulation(Seed($0), flaw: flaw).run().violation != nil }
        #expect(caught != nil)
    }
}
