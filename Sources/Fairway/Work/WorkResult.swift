public import FairwayWire

/// What came of a work item.
public enum WorkResult: Codable, Hashable, Sendable {
    /// The time has come.
    case due
    /// The work is done; its output, encoded.
    case completed(RawJSON)
    /// The work was given up.
    case failed(JobFailure)
    /// Nobody wants to know any more.
    case dropped
}
