/// The limits of a worker.
public struct WorkLimits: Sendable {
    /// Timers that one server delivers at a time. Few, because users' actions go first and each delivery is short.
    public var timersAtOnce = 4
    /// Threads for performers, including blocked ones. A job that finds no thread in time is retried later.
    public var performerThreads = 256
    /// The retry policy for delivering a timer or a result to a flow, used when that change fails.
    public var telling = RetryPolicy(attempts: 10)
    /// How often a server may stop in the middle of a piece of work before the work is considered the cause and given
    /// up.
    public var interruptions = 3
    /// How long a lease lasts beyond the time limit of its attempt.
    public var leaseSeconds = 30.0
    /// The polling interval for work of other servers whose notices were lost.
    public var secondsBetweenLooks = 5.0
    /// The maximum length of a stored error text.
    public var errorCharacters = 500

    /// The default limits.
    public init() {}
}
