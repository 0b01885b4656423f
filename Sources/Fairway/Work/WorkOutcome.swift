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

    /// A short word to count by.
    public var name: String {
        switch self {
        case .done: "done"
        case .again: "again"
        case .givenUp: "given-up"
        }
    }
}
