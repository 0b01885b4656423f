public import FairwayWire
public import Foundation

/// A timer or a job that a flow requested, or a signal for it.
public struct WorkItem: Codable, Hashable, Sendable {
    /// The id within the session. It is the same for every attempt.
    public var id: String
    /// Timer or job.
    public var kind: Kind
    /// The flow that requested the item.
    public var node: String
    /// The name of the event or job.
    public var name: String
    /// The encoded event or job.
    public var payload: RawJSON
    /// The version of the payload's type.
    public var version: Int
    /// The due time.
    public var due: Date
    /// The id that the flow gave the item.
    public var label: String?
    /// Whether the item remains after its flow has ended.
    public var outlivesFlow: Bool
    /// The id of the request that asked for the item; nil if there was none.
    public var request: String?
    /// The trace of the change that asked for the item, as in `traceparent`; nil if changes are not traced.
    public var trace: String?

    /// An item with the given values.
    public init(
        id: String,
        kind: Kind,
        node: String,
        name: String,
        payload: RawJSON,
        version: Int = 1,
        due: Date,
        label: String? = nil,
        outlivesFlow: Bool = false,
        request: String? = nil,
        trace: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.node = node
        self.name = name
        self.payload = payload
        self.version = version
        self.due = due
        self.label = label
        self.outlivesFlow = outlivesFlow
        self.request = request
        self.trace = trace
    }

    /// The id that external services see. It is unique over all sessions.
    static func outsideID(_ id: String, of session: String) -> String { "\(session)/\(id)" }

    /// The kinds of work.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// An event that is delivered to the flow when it is due.
        case timer
        /// Work outside of the flow, with a result that is delivered to the flow.
        case job
        /// A signal from outside that waits for the flow.
        case signal
    }
}

/// A queue of work: all timers and signals, or the jobs of one kind.
public enum WorkQueue: Hashable, Sendable {
    /// All timers and signals. Both are only delivered.
    case timers
    /// The jobs with that name.
    case jobs(String)

    /// The name in the store and in metrics. Empty for timers, since no job has an empty name.
    public var name: String {
        switch self {
        case .timers: ""
        case .jobs(let name): name
        }
    }
}

extension WorkItem {
    /// The queue of the item.
    public var queue: WorkQueue { kind == .job ? .jobs(name) : .timers }
}

/// A change to a session's timers and jobs.
public enum WorkChange: Hashable, Sendable {
    /// Adds an item.
    case add(WorkItem)
    /// Deletes the flow's item with that label. An item with a running attempt is marked as cancelled instead.
    case cancel(node: String, label: String)
    /// Deletes a finished item.
    case finish(id: String)
    /// Marks an item as given up. It waits for an operator.
    case giveUp(id: String, error: String)
    /// Holds a signal until the next commit with a row.
    case hold(id: String)
}

/// The result of a work item, delivered to the flow.
public enum WorkResult: Codable, Hashable, Sendable {
    /// The timer is due.
    case due
    /// The job succeeded, with this encoded output.
    case completed(RawJSON, version: Int)
    /// The job was given up. The cause is for operators; without one, the failure's message says all.
    case failed(JobFailure, cause: String? = nil)
    /// An operator cancelled the job; the flow gets a failure.
    case cancelled(JobFailure)
    /// The work was cancelled; the flow is not told.
    case dropped

    static let causeOfCancellation = "Cancelled by an operator."

    /// What the flow gets if the job has no output, and the cause for operators.
    var failure: (failure: JobFailure, cause: String?)? {
        switch self {
        case .failed(let failure, let cause): (failure, cause)
        case .cancelled(let failure): (failure, Self.causeOfCancellation)
        case .due, .completed, .dropped: nil
        }
    }
}
