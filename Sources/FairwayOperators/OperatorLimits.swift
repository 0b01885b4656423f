/// The limits of what operators see and do.
///
/// ```swift
/// var limits = OperatorLimits()
/// limits.keptStates = 20
/// let operators = try Operators(app, store: store, operatorLimits: limits)
/// ```
public struct OperatorLimits: Sendable {
    /// The number of states of a session, the newest ones, that are kept for operators and forks. To keep a state costs
    /// about as much as the change did.
    public var keptStates = 0
    /// States that wait to be written. Further ones are not kept.
    public var keptStatesWaiting = 4_096
    /// The estimated size of the states that wait to be written.
    public var keptStateBytesWaiting = 64 << 20
    /// Sandboxes that exist at a time.
    public var sandboxes = 100
    /// Operators who may listen to flow events.
    public var flowListeners = 64
    /// Events buffered for an operator. Beyond this they are dropped.
    public var flowEventsWaiting = 1_024

    /// Incidents noted per session and second. Further ones are dropped. This and the following limits hold apart for
    /// changes of clients and for the server's work: timers, jobs and signals.
    public var incidentsPerSecond = 10
    /// Incidents noted per session and hour. Further ones are dropped.
    public var incidentsPerSession = Incidents(count: 500, bytes: 128 * 1024)
    /// Incidents noted per source and hour: per user, IPv4 address or IPv6 network. Further ones are dropped.
    public var incidentsPerSource = Incidents(count: 5_000, bytes: 1 << 20)
    /// Sessions and sources whose incidents are counted. Beyond it, the count of the hour begins again.
    public var incidentOrigins = 16_384
    /// Incidents in memory that are not written yet. Further ones are dropped.
    public var incidentsWaiting = 4_096
    /// Incidents written in one transaction.
    public var incidentsPerWrite = 256
    /// Problems in memory that are not written yet, each in one session and one hour. Further ones are not counted.
    public var problemsWaiting = 4_096
    /// Problems written in one transaction.
    public var problemsPerWrite = 256

    /// Sessions that one step of an operators' batch changes. After a crash, the step is repeated.
    public var sessionsPerBatchStep = 10
    /// Sessions that the batches of operators change per second.
    public var batchedSessionsPerSecond = 100.0
    /// The attempts of a batch step while sessions are overloaded. After the last one, these sessions count as failed.
    public var attemptsPerBatchStep = 5
    /// How long a server may be silent before another server continues its batch.
    public var secondsOfBatchClaim = 30.0
    /// The polling interval for batches that other servers have started.
    public var secondsBetweenBatchLooks = 5.0
    /// How long an operator's call waits for the erasure of a user. The erasure then continues in the background.
    public var secondsOfErasure = 5.0
    /// Sessions of a user that are erased in one transaction.
    public var sessionsErasedAtOnce = 64

    /// The retention of hourly counts.
    public var countSeconds = 365.0 * 86_400
    /// The retention of entries of the audit, and of batches that ended.
    public var auditSeconds = 365.0 * 86_400

    /// The default limits.
    public init() {}

    /// A limit of incidents.
    public struct Incidents: Hashable, Sendable {
        /// Their number.
        public var count: Int
        /// The size of their texts.
        public var bytes: Int

        /// A limit.
        public init(count: Int, bytes: Int) { (self.count, self.bytes) = (count, bytes) }
    }
}

/// The limits of stores. They are fixed, because all servers on a store share its content.
extension OperatorLimits {
    /// Nodes of a step by which incidents find a run, the newest ones. A step has several if a flow below the run shows its screen
    /// again and again.
    static let nodesPerStep = 16
    /// Screens of sub flows in a run. Further ones are counted for their step alone.
    static let subFlowScreensPerRun = 24
    /// Sub flows of a run that are active at the same time. The screens of further ones are counted for their step alone.
    static let subFlowsPerRun = 64
    /// Screens of sub flows that a funnel lists for a step, those with the most runs.
    static let subFlowScreensPerStep = 50
    /// Runs in a funnel, a graph of a flow, or a list of the sessions behind them: the newest ones.
    package static let runsPerFunnel = 40_000
    /// Groups of a funnel, the largest ones. Further ones are counted together.
    static let groupsPerFunnel = 100
    /// Runs read at a time.
    package static let runsPerPage = 2_000
    /// Journal entries folded in one transaction before an erasure.
    package static let entriesPerFold = 1_000
    /// Incidents added to runs in one transaction.
    package static let incidentsPerFold = 1_000
    /// Journal entries, not yet in the hourly counts, that a graph counts. It counts the oldest, to leave no gap.
    package static let unfoldedEntriesPerGraph = 1_000
    /// Batches of operators that run at a time.
    public static let runningBatches = 16
    /// Problems that are kept. Beyond this, those that were seen longest ago are deleted; muted ones last.
    public static let problems = 10_000
    /// Causes of failures at one place that were seen in the last ``hoursPerProblem``: of a screen's action, a timer or a job. Further
    /// ones are one cause.
    public static let causesPerProblem = 100
    /// Sessions of a problem that are listed, those that started last. Beyond it, another session is counted only if it started after
    /// those that are no longer listed.
    public static let sessionsPerProblem = 5_000
    /// Sessions beyond those `most` that are deleted together, so that few writes walk all sessions of a problem.
    package static func excessSessions(of most: Int) -> Int { max(1, most / 50) }
    /// Writers whose last batch of problems is remembered, those that began last.
    package static let problemWriters = 100
    /// Hours of a problem that are kept, the newest ones.
    public static let hoursPerProblem = 168
    /// Versions of the app that a problem is counted by: the largest counts, and the version that was seen last.
    public static let appsPerProblem = 20
    /// Rows of a problem or of a build that SQLite deletes in one transaction.
    package static let rowsPerDeletion = 2_000
    /// Builds that are kept, those that were started last.
    public static let builds = 100
}
