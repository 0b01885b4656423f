#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The outcome of one attempt at a timer or job.
public enum WorkOutcome: Hashable, Sendable {
    /// The result was delivered to the flow, or the flow no longer exists.
    case done
    /// The attempt failed and will be repeated.
    case again(at: Date, error: String)
    /// The work failed too often, or failed permanently. It waits for an operator, unless its flow was told.
    case givenUp(error: String)
    /// No attempt was made, because this app has no performer for the job. It waits for a server that has one.
    case unattempted(advice: String)

    /// The case without its values, for counting.
    public var kind: Kind {
        switch self {
        case .done: .done
        case .again: .again
        case .givenUp: .givenUp
        case .unattempted: .unattempted
        }
    }

    /// The names of the outcomes in metrics.
    public enum Kind: String, Hashable, Sendable {
        /// See ``WorkOutcome/done``.
        case done
        /// See ``WorkOutcome/again(at:error:)``.
        case again
        /// See ``WorkOutcome/givenUp(error:)``.
        case givenUp = "given-up"
        /// See ``WorkOutcome/unattempted(advice:)``.
        case unattempted
    }
}
