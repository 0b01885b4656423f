import Dispatch
import FairwayDoubles
import Foundation
import Synchronization

/// `simulate [seeds [first]]` runs a number of seeds on all cores and prints the failed ones. With `FAIRWAY_SEED` it
/// runs that seed twice and prints its history. With `FAIRWAY_FLAW` the store or the sweeper has a defect, to see which
/// seeds detect it.
@main
struct SimulationTool {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        if ProcessInfo.processInfo.environment["FAIRWAY_SEED"] != nil { replay(Seed()) }
        let first = arguments.dropFirst().first ?? .random(in: 0 ... .max / 2)
        simulate(Int(clamping: arguments.first ?? 1_000), from: first)
    }

    private static let flaw = ProcessInfo.processInfo.environment["FAIRWAY_FLAW"].flatMap { Flaw(rawValue: $0) }

    private static func replay(_ seed: Seed) -> Never {
        let simulation = Simulation(seed, flaw: flaw, keepsLines: true)
        let report = simulation.run()
        for line in simulation.environment.history.lines { print(line) }
        let again = Simulation(seed, flaw: flaw).run()
        print("\(seed) \(report) \(again == report ? "identical runs" : "DIFFERENT RUNS")")
        exit(report.violation == nil && again == report ? 0 : 1)
    }

    private static func simulate(_ count: Int, from first: UInt64) {
        let total = Mutex((failures: 0, requests: 0, events: 0, crashes: 0, hash: UInt64(0)))
        let began = ContinuousClock.now
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let seed = Seed(first &+ UInt64(index))
            let report = Simulation(seed, flaw: flaw).run()
            total.withLock { total in
                total.requests += report.requests
                total.events += report.events
                total.crashes += report.crashes
                total.hash ^= report.hash
                guard let violation = report.violation else { return }
                total.failures += 1
                print("\(seed): \(violation)")
            }
        }
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        let (failures, requests, events, crashes, hash) = total.withLock(\.self)
        print(
            """
            \(count) seeds from \(first) in \(Int(seconds)) s (\(Int(Double(count) / seconds * 60)) a minute): \
            \(requests) requests, \(events) events, \(crashes) crashes; history \(hash); failed: \(failures)
            """
        )
        exit(failures == 0 ? 0 : 1)
    }
}
