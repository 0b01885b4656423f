public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An active flow as the admin lists it: its row without what it and its screens hold.
public struct ListedFlow: Hashable, Sendable {
    /// The session it runs in.
    public var session: String
    /// The node's number within its session.
    public var node: Int
    /// The node that started it.
    public var parent: Int?
    /// How many flows lie above it.
    public var depth: Int
    /// The names from the root to it, `Main/Tutorial`.
    public var path: String
    /// The name clients know it by.
    public var flow: String
    /// The version under which its state was written.
    public var version: Int
    /// The name of the screen it showed last.
    public var screen: String?
    /// Whether its screen is the one in front.
    public var isFront: Bool
    /// When it was started.
    public var startedAt: Date
    /// When it was changed last.
    public var touchedAt: Date
    /// What the session's client said of itself.
    public var device: Device

    /// A flow with all its columns.
    public init(
        session: String,
        node: Int,
        parent: Int?,
        depth: Int,
        path: String,
        flow: String,
        version: Int,
        screen: String?,
        isFront: Bool,
        startedAt: Date,
        touchedAt: Date,
        device: Device
    ) {
        self.session = session
        self.node = node
        self.parent = parent
        self.depth = depth
        self.path = path
        self.flow = flow
        self.version = version
        self.screen = screen
        self.isFront = isFront
        self.startedAt = startedAt
        self.touchedAt = touchedAt
        self.device = device
    }

    /// A row of a session.
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
}
