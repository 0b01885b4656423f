#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What came of one attempt at a timer or a piece of background work.
public enum WorkOutcome: Hashable, Sendable {
    /// The flow has been told, or nobody wanted to know.
    case done
    /// It failed, and will be tried again.
    case again(at: Date, error: String)
    /// It failed too often, or for good: it waits for an operator, unless its flow was told.
    case givenUp(error: String)
    /// It was not tried: nobody here does such work, and it waits for somebody who does.
    case unattempted(advice: String)

    /// What to count it as.
    public var kind: Kind {
        switch self {
        case .done: .done
        case .again: .again
        case .givenUp: .givenUp
        case .unattempted: .unattempted
        }
    }

    /// The ways in which an attempt ends, as metrics name them.
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
