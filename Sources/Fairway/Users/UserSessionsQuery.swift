public import FairwayWire
public import Foundation

/// Selects sessions of a user.
public struct UserSessionsQuery: Hashable, Sendable {
    /// The user's id.
    public var user: String
    /// Only active sessions, or only sessions that are over.
    public var status: SessionStatus?
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// The sessions of a user that match every given condition. Those of sandboxes are left out.
    public init(_ user: String, status: SessionStatus? = nil, cursor: String? = nil, limit: Int = 50) {
        (self.user, self.status, self.cursor, self.limit) = (user, status, cursor, limit)
    }
}

/// A session in its user's list.
public struct UserSessionRow: Hashable, Sendable {
    /// The session's id.
    public var id: String
    /// The number of its changes.
    public var revision: Int
    /// Whether it is active or over.
    public var status: SessionStatus
    /// How it ended; nil while it is active.
    public var outcome: SessionOutcome?
    /// The root flow's name.
    public var rootFlow: String
    /// The name of the front screen.
    public var frontScreen: String?
    /// The client's description of itself, as it is stored. Sessions of one device have the same bytes, so that it is decoded
    /// once for all of them.
    public var device: RawJSON
    /// The start time.
    public var createdAt: Date
    /// The time of the last change.
    public var touchedAt: Date

    /// The part of a session's row that its user sees in the list.
    public init(_ row: SessionRow) {
        (id, revision, status, outcome) = (row.id, row.revision, row.status, row.outcome)
        (rootFlow, frontScreen, device) = (row.rootFlow, row.frontScreen, row.device.json)
        (createdAt, touchedAt) = (row.createdAt, row.touchedAt)
    }

    package static let columnNames = [
        "id", "revision", "is_over", "outcome", "root_flow", "front_screen", "device_json", "created_at_ms",
        "touched_at_ms",
    ]

    /// Reads the columns of ``columnNames``.
    package init(_ row: some StoredRow) {
        id = row.text(0)
        revision = row.int(1)
        status = row.bool(2) ? .over : .active
        outcome = row.optionalText(3).flatMap(SessionOutcome.init)
        rootFlow = row.text(4)
        frontScreen = row.optionalText(5)
        device = row.json(6)
        (createdAt, touchedAt) = (row.date(7), row.date(8))
    }
}
