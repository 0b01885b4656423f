public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A timer or a piece of background work that a flow asked for.
public struct WorkItem: Hashable, Sendable {
    /// The id within its session, the same for every attempt.
    public var id: String
    /// What it is.
    public var kind: Kind
    /// The flow that asked for it.
    public var node: String
    /// The name of the event or the job.
    public var name: String
    /// The event or the job itself.
    public var payload: RawJSON
    /// When it is due.
    public var due: Date
    /// The id the author gave it.
    public var label: String?
    /// Whether it goes on when its flow has left.
    public var outlivesFlow: Bool

    /// An item with all its columns.
    public init(
        id: String,
        kind: Kind,
        node: String,
        name: String,
        payload: RawJSON,
        due: Date,
        label: String? = nil,
        outlivesFlow: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.node = node
        self.name = name
        self.payload = payload
        self.due = due
        self.label = label
        self.outlivesFlow = outlivesFlow
    }

    /// The id that the outside knows an item by: that of no other item of any session.
    static func outsideID(_ id: String, of session: String) -> String { "\(session)/\(id)" }

    /// The kinds of work.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// An event to be sent to the flow when it is due.
        case timer
        /// Something to be done outside, whose result comes back.
        case job
    }
}

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

/// A change to a session's timers and background work.
public enum WorkChange: Hashable, Sendable {
    /// A new item.
    case add(WorkItem)
    /// The item with that label, of that flow, is forgotten, or marked as cancelled where it is under way.
    case cancel(node: String, label: String)
    /// The item is done with.
    case finish(id: String)
    /// The item was given up, and waits for an operator with its error.
    case giveUp(id: String, error: String)
}
