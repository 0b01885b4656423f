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

    /// What a server counts of them, if anything. The attempts of work that was given up were counted before.
    package var measure: ServerCount.Measure? {
        switch group.kind {
        case .refused, .unsupported: .refused
        case .failed, .attemptFailed: .failed
        case .givenUp: nil
        }
    }
}
