public import Foundation

/// The occurrences of a problem in one session and one hour.
public struct SeenProblem: Hashable, Sendable {
    /// The problem.
    public var group: ProblemGroup
    /// The session's id.
    public var session: String
    /// The number of occurrences.
    public var count: Int
    /// The time of the first one.
    public var first: Date
    /// The time of the last one, in the same hour.
    public var last: Date

    /// Occurrences.
    public init(_ group: ProblemGroup, session: String, count: Int = 1, first: Date, last: Date) {
        self.group = group
        self.session = session
        self.count = count
        self.first = first
        self.last = last
    }

    /// What a server counts of them, if anything. Work that was given up is counted by its attempts; a `GiveUp` is no failure of the
    /// server.
    package var measure: ServerCount.Measure? {
        switch group.kind {
        case .refused, .unsupported: .refused
        case .failed: .failed
        case .attemptFailed: .attemptsFailed
        case .givenUp: nil
        }
    }
}
