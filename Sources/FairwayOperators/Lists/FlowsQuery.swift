public import Fairway
public import FairwayWire
public import Foundation

/// Selects active flows. Those of sandboxes are left out.
public struct FlowsQuery: Hashable, Sendable {
    /// Only flows with this name.
    public var flow: String?
    /// Only flows with a newest screen of this name.
    public var screen: String?
    /// Only flows of this session.
    public var session: String?
    /// Only flows of this user's sessions.
    public var user: String?
    /// Only flows of sessions in which no user has acted since this time.
    public var idleSince: Date?
    /// The order.
    public var order: PageOrder
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// All flows that match every given condition.
    public init(
        flow: String? = nil,
        screen: String? = nil,
        session: String? = nil,
        user: String? = nil,
        idleSince: Date? = nil,
        order: PageOrder = .newest,
        cursor: String? = nil,
        limit: Int = 50
    ) {
        self.flow = flow
        self.screen = screen
        self.session = session
        self.user = user
        self.idleSince = idleSince
        self.order = order
        self.cursor = cursor
        self.limit = limit
    }
}

/// An active flow in the operators' list: a `FlowRow` without its state and screens, with its session, device and user.
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
    /// The time of the last change of the session that a user made.
    public var userActedAt: Date
    /// The session's device.
    public var device: Device
    /// The id of the session's user; nil for an anonymous session.
    public var user: String?
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
            userActedAt: session.userActedAt,
            device: session.device,
            user: session.user
        )
    }

    /// A flow that has ended with the session's last change.
    init(_ ended: EndedFlow, of session: SessionRow) {
        self.init(
            session: session.id,
            node: ended.node,
            parent: ended.parent,
            depth: ended.depth,
            path: ended.path,
            flow: ended.flow,
            version: ended.version,
            screen: ended.screen,
            isFront: false,
            startedAt: ended.startedAt,
            touchedAt: session.touchedAt,
            userActedAt: session.userActedAt,
            device: session.device,
            user: session.user
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
            userActedAt: row.date(12),
            device: Device(stored: row.bytes(13)),
            user: row.optionalText(14)
        )
    }
}
