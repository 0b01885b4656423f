public import FairwayWire
public import Foundation

/// A change of a session.
///
/// Optional properties are constants for the same reason as in ``FlowRow``.
public struct JournalEntry: Hashable, Sendable {
    /// The revision after the change.
    public var revision: Int
    /// The time.
    public var at: Date
    /// The kind of change.
    public var kind: String
    /// The flow that showed the screen.
    public let flow: String?
    /// The screen that the change started from.
    public let screen: String?
    /// The name of the action, signal, link, event or job.
    public let name: String?
    /// Its parameters, with sensitive values masked.
    public let params: RawJSON?
    /// The moves.
    public var moves: [Move]
    /// The effects, which a resumed stream repeats.
    public var effects: [EffectDocument]
    /// The front screen afterwards.
    public let to: String?
    /// The duration of the change without its commit.
    public var microseconds: Int

    /// An entry with all its columns.
    public init(
        revision: Int,
        at: Date,
        kind: String,
        flow: String? = nil,
        screen: String? = nil,
        name: String? = nil,
        params: RawJSON? = nil,
        moves: [Move] = [],
        effects: [EffectDocument] = [],
        to: String? = nil,
        microseconds: Int = 0
    ) {
        self.revision = revision
        self.at = at
        self.kind = kind
        self.flow = flow
        self.screen = screen
        self.name = name
        self.params = params
        self.moves = moves
        self.effects = effects
        self.to = to
        self.microseconds = microseconds
    }
}

extension JournalEntry {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "revision", "at_ms", "kind", "flow", "screen", "name", "params_json", "moves_json", "effects_json", "to_screen",
        "took_microseconds",
    ]

    /// The columns, qualified with a table's name.
    package static func columns(of alias: String) -> String {
        columnNames.map { "\(alias).\($0)" }.joined(separator: ", ")
    }

    package init(_ row: some StoredRow) {
        self.init(
            revision: row.int(0),
            at: row.date(1),
            kind: row.text(2),
            flow: row.optionalText(3),
            screen: row.optionalText(4),
            name: row.optionalText(5),
            params: row.optionalJSON(6),
            moves: row.list(7),
            effects: row.list(8),
            to: row.optionalText(9),
            microseconds: row.int(10)
        )
    }
}
