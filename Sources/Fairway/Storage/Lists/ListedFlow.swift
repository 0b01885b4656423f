public import FairwayWire
public import Foundation

/// An active flow in the operators' list: a ``FlowRow`` without its state and screens, with its session and device.
public struct ListedFlow: Hashable, Sendable {
    /// The session's id.
    public var session: String
    /// The number of the node, unique within its session.
    public var node: Int
    /// The node of the flow that started this one; nil for the root flow.
    public var parent: Int?
    /// The number of flows above this one.
    public var depth: Int
    /// The names of the flows from the root flow to this one: `Main/Tutorial`.
    public var path: String
    /// The flow's public name.
    public var flow: String
    /// The version of its state.
    public var version: Int
    /// The name of its newest screen; nil if it has none.
    public var screen: String?
    /// Whether it shows the front screen.
    public var isFront: Bool
    /// The start time.
    public var startedAt: Date
    /// The time of its last change.
    public var touchedAt: Date
    /// The session's device.
    public var device: Device
}

extension ListedFlow {
    /// Creates the list entry of a flow.
    public init(_ row: FlowRow, of session: SessionRow) {
        self.init(
            session: session.id,
            node: row.node,
            parent: row.parent,
            depth: row.depth,
            path: row.path,
            flow: row.flow,
            version: row.version,
            screen: row.screen,
            isFront: row.isFront,
            startedAt: row.startedAt,
            touchedAt: row.touchedAt,
            device: session.device
        )
    }

    /// Reads a row of a list. Column 0, the position in the list, is not part of the entry.
    package init(_ row: some StoredRow) {
        self.init(
            session: row.text(1),
            node: row.int(2),
            parent: row.optionalInt(3),
            depth: row.int(4),
            path: row.text(5),
            flow: row.text(6),
            version: row.int(7),
            screen: row.optionalText(8),
            isFront: row.bool(9),
            startedAt: row.date(10),
            touchedAt: row.date(11),
            device: Device(stored: row.bytes(12))
        )
    }
}
