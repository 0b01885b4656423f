public import FairwayWire
public import Foundation

/// An active flow controller's row.
///
/// Optional properties are `let`: Swift initializes an optional `var` to nil before the body of `init`, and copies the
/// whole row for the later assignment.
public struct FlowRow: Codable, Hashable, Sendable {
    /// The number of the node, unique within its session.
    public var node: Int
    /// The node of the flow that started this one; nil for the root flow.
    public let parent: Int?
    /// The number of flows above this one.
    public var depth: Int
    /// The names of the flows from the root flow to this one: `Main/Tutorial`.
    public var path: String
    /// The public name, which a device variant shares with the flow that it replaces.
    public var flow: String
    /// The name of the controller type that decodes `state`. It differs from `flow` for a device variant.
    public var storedName: String
    /// The version of its state.
    public var version: Int
    /// The slot that it was started in; nil if none was named.
    public let slot: String?
    /// Its stored properties, as JSON.
    public var state: RawJSON
    /// The screens that it shows and retains, as a `StoredScreens`.
    public var screens: RawJSON
    /// The name of its newest screen; nil if it has none.
    public let screen: String?
    /// Whether it shows the front screen.
    public var isFront: Bool
    /// The start time.
    public var startedAt: Date
    /// The time of its last change.
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

extension FlowRow {
    /// Columns whose value may be so large that a store writes it only when it changes.
    public struct LargeColumns: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8
        /// Columns by their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// ``FlowRow/state``.
        public static let state = LargeColumns(rawValue: 1)
        /// ``FlowRow/screens``.
        public static let screens = LargeColumns(rawValue: 2)
    }

    /// A value of this size is large.
    package static let bytesOfLargeColumn = 2_048

    package var hasLargeState: Bool { state.bytes.count >= Self.bytesOfLargeColumn }
    package var hasLargeScreens: Bool { screens.bytes.count >= Self.bytesOfLargeColumn }
}

extension FlowRow {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "node", "parent", "depth", "path", "flow", "stored_name", "version", "slot", "state_json", "screens_json",
        "screen", "is_front", "started_at_ms", "touched_at_ms",
    ]

    package init(_ row: some StoredRow) { self.init(row, from: 0) }

    /// Reads the columns of a flow, which begin at the given column of the row.
    package init(_ row: some StoredRow, from column: Int) {
        let flow = row.text(column + 4)
        self.init(
            node: row.int(column),
            parent: row.optionalInt(column + 1),
            depth: row.int(column + 2),
            path: row.text(column + 3),
            flow: flow,
            storedName: row.optionalText(column + 5) ?? flow,
            version: row.int(column + 6),
            slot: row.optionalText(column + 7),
            state: row.json(column + 8),
            screens: row.json(column + 9),
            screen: row.optionalText(column + 10),
            isFront: row.bool(column + 11),
            startedAt: row.date(column + 12),
            touchedAt: row.date(column + 13)
        )
    }
}
