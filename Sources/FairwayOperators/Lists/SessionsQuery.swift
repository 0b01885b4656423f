public import Fairway
public import FairwayWire
public import Foundation

/// Selects sessions.
public struct SessionsQuery: Hashable, Sendable {
    /// Only active sessions, or only sessions that are over.
    public var status: SessionStatus?
    /// Only sessions of this user.
    public var user: String?
    /// Only sessions with this root flow, and active sessions in which a flow of this name is active.
    public var flow: String?
    /// Only sessions with this front screen.
    public var screen: String?
    /// Only sessions on this kind of device.
    public var idiom: Device.Idiom?
    /// Only sessions of this version of the client's app.
    public var app: String?
    /// Only sessions whose id begins or ends with this text, or whose user begins with it.
    public var search: String?
    /// Only sessions whose user's id contains this text, and those of the newest ``searchedSessions`` with a kept claim that contains
    /// it. The case of ASCII letters is ignored.
    public var person: String?
    /// Only sessions with an incident of the request with this id, and those with a change of it among the newest
    /// ``searchedEntries`` entries of the journal.
    public var request: String?
    /// Only active sessions whose newest incident has the current revision and happened at this time or earlier.
    public var stuckSince: Date?
    /// Only sessions with a failure at this time or later. See ``Incident/isFailure``.
    public var failedSince: Date?
    /// Only sessions in which the problem with this id occurred.
    public var problem: String?
    /// Only the session that holds this key.
    public var key: SessionKey?
    /// Only sessions with a run that this query selects.
    public var run: RunsQuery?
    /// Whether to select sandboxes instead of users' sessions.
    public var isSandbox: Bool
    /// The order. Of a list by change, a session that changes while the pages are read may be left out or come twice.
    public var order: Order
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// All sessions that match every given condition.
    public init(
        status: SessionStatus? = nil,
        user: String? = nil,
        flow: String? = nil,
        screen: String? = nil,
        idiom: Device.Idiom? = nil,
        app: String? = nil,
        search: String? = nil,
        person: String? = nil,
        request: String? = nil,
        stuckSince: Date? = nil,
        failedSince: Date? = nil,
        problem: String? = nil,
        key: SessionKey? = nil,
        run: RunsQuery? = nil,
        isSandbox: Bool = false,
        order: Order = .newest,
        cursor: String? = nil,
        limit: Int = 50
    ) {
        self.status = status
        self.user = user
        self.flow = flow
        self.screen = screen
        self.idiom = idiom
        self.app = app
        self.search = search
        self.person = person
        self.request = request
        self.stuckSince = stuckSince
        self.failedSince = failedSince
        self.problem = problem
        self.key = key
        self.run = run
        self.isSandbox = isSandbox
        self.order = order
        self.cursor = cursor
        self.limit = limit
    }

    /// An order of the list.
    public enum Order: String, Hashable, Sendable, CaseIterable {
        /// The session that started last comes first.
        case newest
        /// The session that started first comes first.
        case oldest
        /// The session that changed last comes first.
        case touched
        /// The session that has not changed for the longest time comes first.
        case untouched

        /// Whether it is an order by the last change.
        package var isByChange: Bool { self == .touched || self == .untouched }
        /// Whether times and numbers decrease.
        package var isDescending: Bool { self == .newest || self == .touched }
    }

    /// Whether stores read a page without reading all sessions that match. An order by change has an index for the status alone; the
    /// sessions of a user are few.
    package var hasIndexForOrder: Bool {
        let filters = SessionsQuery(status: status, user: user, order: order, cursor: cursor, limit: limit)
        return !order.isByChange || self == filters
    }

    /// The statuses of the sessions, if the query has no other condition. They are counted by an index alone.
    package var onlyStatuses: [SessionStatus]? {
        let filters = SessionsQuery(status: status, order: order, cursor: cursor, limit: limit)
        return self == filters ? status.map { [$0] } ?? [.active, .over] : nil
    }

    /// The queries whose lists together are the list. Without a status, an order by change has no index.
    package var withIndexedOrder: [SessionsQuery] {
        guard order.isByChange, status == nil else { return [self] }
        return [SessionStatus.active, .over].map { status in
            var query = self
            query.status = status
            return query
        }
    }

    /// The sessions of a user.
    package init(_ query: UserSessionsQuery) {
        self.init(status: query.status, user: query.user, cursor: query.cursor, limit: query.limit)
    }

    /// How many sessions are searched for a kept claim, the newest ones. An index over all claims would be as large as they are.
    public static let searchedSessions = 20_000

    /// How many entries of the journal are searched for a request, the newest ones. With an index, each change would write a page
    /// more.
    public static let searchedEntries = 50_000

    /// The upper bound of the texts that begin with `prefix`, in the order of their bytes. U+10FFFF is the greatest
    /// character.
    package static func end(ofPrefix prefix: String) -> String { prefix + "\u{10FFFF}" }

    /// The number of characters at the end of an id that are indexed.
    package static let indexedEndOfID = 8
}

extension String {
    /// The string with its ASCII letters in lower case, as SQLite's function `lower` returns it. Swift's `lowercased()` changes
    /// other letters, too.
    package var lowercasedASCII: String {
        let (letters, distance) = (UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a") - UInt8(ascii: "A"))
        return String(decoding: utf8.map { letters.contains($0) ? $0 + distance : $0 }, as: UTF8.self)
    }
}

/// A session in the operators' list.
public struct SessionListRow: Hashable, Sendable {
    /// The session.
    public var session: SessionRow
    /// The path of the front flow; nil if the session is over.
    public var path: String?
    /// The number of incidents that are kept.
    public var refusals: Int
    /// The code of the newest incident; nil if there is none.
    public var lastProblem: String?

    /// A row.
    public init(session: SessionRow, path: String? = nil, refusals: Int = 0, lastProblem: String? = nil) {
        self.session = session
        self.path = path
        self.refusals = refusals
        self.lastProblem = lastProblem
    }

    /// Reads ``SessionRow/columns``, followed by ``columns(session:)``.
    package init(_ row: some StoredRow) {
        let column = SessionRow.columnNames.count
        self.init(
            session: SessionRow(row),
            path: row.optionalText(column),
            refusals: min(row.int(column + 1), Incident.mostPerSession),
            lastProblem: row.optionalText(column + 2)
        )
    }

    /// The columns after those of the session. `session` is the expression for the session in other tables.
    package static func columns(session: String) -> [String] {
        [
            "(SELECT path FROM flows WHERE flows.session = \(session) AND is_front LIMIT 1)",
            "(SELECT count(*) FROM incidents WHERE incidents.session = \(session))",
            """
            (SELECT code FROM incidents WHERE incidents.session = \(session) ORDER BY incidents.number DESC LIMIT 1)
            """,
        ]
    }
}
