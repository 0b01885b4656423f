public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An active flow controller as it is stored.
///
/// What there may be none of is constant: a variable would be nil first, and the whole row be copied to give it its value.
public struct FlowRow: Hashable, Sendable {
    /// The node's number within its session.
    public var node: Int
    /// The node that started it.
    public let parent: Int?
    /// How many flows lie above it.
    public var depth: Int
    /// The names from the root to it, `Main/Tutorial`.
    public var path: String
    /// The name clients know it by.
    public var flow: String
    /// The name of the type that reads its state.
    public var storedName: String
    /// The version under which its state was written.
    public var version: Int
    /// The place it was started in.
    public let slot: String?
    /// Its stored properties.
    public var state: RawJSON
    /// The screens it shows and retains, with their stored properties.
    public var screens: RawJSON
    /// The name of the screen it showed last.
    public let screen: String?
    /// Whether its screen is the one in front.
    public var isFront: Bool
    /// When it was started.
    public var startedAt: Date
    /// When it was changed last.
    public var touchedAt: Date

    /// A flow with all its columns.
    public init(
        node: Int,
        parent: Int? = nil,
        depth: Int,
        path: String,
        flow: String,
        storedName: String,
        version: Int,
        slot: String? = nil,
        state: RawJSON,
        screens: RawJSON,
        screen: String? = nil,
        isFront: Bool,
        startedAt: Date,
        touchedAt: Date
    ) {
        self.node = node
        self.parent = parent
        self.depth = depth
        self.path = path
        self.flow = flow
        self.storedName = storedName
        self.version = version
        self.slot = slot
        self.state = state
        self.screens = screens
        self.screen = screen
        self.isFront = isFront
        self.startedAt = startedAt
        self.touchedAt = touchedAt
    }
}
