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
