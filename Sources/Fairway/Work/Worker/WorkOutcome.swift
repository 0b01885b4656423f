#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The limits of a worker.
public struct WorkLimits: Sendable {
    /// Timers that one server delivers at a time. Few, because users' actions go first and each delivery is short.
    public var timersAtOnce = 4
    /// Threads for performers, including blocked ones. A job that finds no thread in time is retried later.
    public var performerThreads = 256
    /// The retry policy for delivering a timer or a result to a flow, used when that change fails.
    public var deliveryRetry = RetryPolicy(attempts: 10)
    /// How often a server may stop in the middle of a piece of work before the work is considered the cause and given
    /// up.
    public var interruptions = 3
    /// How long a lease lasts beyond the time limit of its attempt.
    public var leaseSeconds = 30.0
    /// The polling interval. It matters for work of other servers if their notices were lost.
    public var secondsBetweenLooks = 5.0
    /// The maximum length of a stored error text.
    public var errorCharacters = 500

    /// The default limits.
    public init() {}
}

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

/// A counter of one queue.
public struct WorkCount: Sendable {
    /// The counted attempts.
    public var key: Key
    /// The number of attempts.
    public var count: Int

    /// A queue and an outcome.
    public struct Key: Hashable, Sendable {
        /// The queue.
        public var queue: WorkQueue
        /// The outcome of the attempts; nil for running attempts.
        public var outcome: WorkOutcome.Kind?
    }
}
