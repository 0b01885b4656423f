package import Fairway
public import Foundation

/// A call of an operator that changes something, or shows what a user typed or saw.
public struct AuditEntry: Hashable, Sendable {
    /// The time of the call.
    public var at: Date
    /// The operator's name.
    public var `operator`: String
    /// The method and the template of the path: `DELETE /v1/admin/users/{user}`.
    public var call: String
    /// The id of the session that the call is about.
    public var session: String?
    /// The user that the call is about: that of the session, if the call is about a session.
    public var user: String?
    /// The id of the request, as in the log. For a session that a batch erases, the id of the batch.
    public var request: String

    /// An entry.
    public init(
        at: Date,
        operator: String,
        call: String,
        session: String? = nil,
        user: String? = nil,
        request: String
    ) {
        self.at = at
        self.operator = `operator`
        self.call = call
        self.session = session
        self.user = user
        self.request = request
    }
}

extension AuditEntry {
    /// The columns that ``init(_:)`` reads.
    package static let columns = "at_ms, operator, call, session_id, user_id, request"
    /// The column of the entry's number, which is read after the others.
    package static let numberColumn = 6

    package init(_ row: some StoredRow) {
        self.init(
            at: row.date(0),
            operator: row.text(1),
            call: row.text(2),
            session: row.optionalText(3),
            user: row.optionalText(4),
            request: row.text(5)
        )
    }
}

/// Selects entries of the audit.
public struct AuditQuery: Hashable, Sendable {
    /// Only calls of the operator with this name.
    public var `operator`: String?
    /// Only calls about this session.
    public var session: String?
    /// Only calls about this user.
    public var user: String?
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// All entries that match every given condition.
    public init(
        operator: String? = nil,
        session: String? = nil,
        user: String? = nil,
        cursor: String? = nil,
        limit: Int = 50
    ) {
        self.operator = `operator`
        self.session = session
        self.user = user
        self.cursor = cursor
        self.limit = limit
    }

    /// The conditions on columns, with their values.
    package var conditions: [(column: String, value: String)] {
        [("operator", `operator`), ("session_id", session), ("user_id", user)].compactMap { column, value in
            value.map { (column, $0) }
        }
    }
}
