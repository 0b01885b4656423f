public import Foundation

/// The limits of a worker.
public struct WorkLimits: Sendable {
    /// How many timers one server delivers at the same time. The default is low, because users' actions have priority
    /// and each delivery is short.
    public var timersAtOnce = 4
    /// The maximum number of threads that run performers. If all are blocked, a job is retried later.
    public var performerThreads = 256
    /// The retry policy for the delivery of a timer or a job's result to its flow.
    public var deliveryRetry = RetryPolicy(attempts: 10)
    /// How many attempts a timer or job gets beyond its retry policy if the server stops during them, and no flight recorder
    /// finds the cause. After that, the work is considered the cause, and is given up.
    public var interruptions = 3
    /// The duration of a lease beyond the time limit of the attempt.
    public var leaseSeconds = 30.0
    /// The polling interval. Polling finds the work that other servers have added if their notices were lost.
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
    /// The attempt failed, and another follows at the given time.
    case again(at: Date, error: String)
    /// The performer ended the job with ``GiveUp``, and its flow received the failure: a result, not an error.
    case declined(reason: String)
    /// The work failed too often. If it is a job, its flow receives the failure. Work whose delivery to the flow failed
    /// waits for an operator.
    case givenUp(error: String)
    /// No attempt was made, because this app has no performer for the job. The job waits for a server that has one.
    case unattempted(advice: String)

    /// The case without its values, for counting.
    public var kind: Kind {
        switch self {
        case .done: .done
        case .again: .again
        case .declined: .declined
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
        /// See ``WorkOutcome/declined(reason:)``.
        case declined
        /// See ``WorkOutcome/givenUp(error:)``.
        case givenUp = "given-up"
        /// See ``WorkOutcome/unattempted(advice:)``.
        case unattempted
    }
}

/// The number of attempts of one queue that have the same outcome.
public struct WorkCount: Sendable {
    /// The queue and the outcome.
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
