public import Fairway

/// The limits of stores. They are fixed, because all servers on a store share its content.
extension EngineLimits {
    /// Nodes of a step by which incidents find a run, the newest ones. A step has several if a flow below the run shows its screen
    /// again and again.
    static let nodesPerStep = 16
    /// Groups of a funnel, the largest ones. Further ones are counted together.
    static let groupsPerFunnel = 100
    /// Groups in memory while runs are counted. Beyond this, the smaller half is counted together: clients choose the app versions
    /// and language tags.
    static let groupsWhileCounting = 1_000
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
}
