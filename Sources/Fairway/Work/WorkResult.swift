public import FairwayWire

/// The result of a work item, as it is delivered to the flow.
public enum WorkResult: Codable, Hashable, Sendable {
    /// The timer is due.
    case due
    /// The job succeeded, with this encoded output.
    case completed(RawJSON)
    /// The job was given up.
    case failed(JobFailure)
    /// The work was cancelled; the flow is not told.
    case dropped
}
