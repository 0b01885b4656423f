import Foundation

/// The repetitions of randomised tests. `script/trials` runs many with a new seed, and `script/test` a few with a fixed one.
package enum Trials {
    /// Whether `script/trials` runs the tests.
    package static let areRequested = ProcessInfo.processInfo.environment["FAIRWAY_TRIALS"] == "1"

    /// The number for this run.
    package static func number(_ few: Int, orInTrials many: Int) -> Int { areRequested ? many : few }
}
