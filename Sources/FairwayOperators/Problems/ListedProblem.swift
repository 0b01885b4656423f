package import Fairway
public import Foundation

/// A problem with its counts.
public struct ListedProblem: Hashable, Sendable {
    /// The id.
    public var id: String
    /// What its occurrences have in common.
    public var group: ProblemGroup
    /// The number of sessions, including deleted ones.
    public var sessions: Int
    /// The number of occurrences.
    public var count: Int
    /// The time of the first occurrence.
    public var firstSeen: Date
    /// The time of the last occurrence.
    public var lastSeen: Date
    /// The build of the server that first saw it; nil if that has recorded none.
    public var firstBuild: String?
    /// The build of the server that saw it last; nil if that has recorded none.
    public var lastBuild: String?
    /// The status.
    public var status: Status
    /// The newest build when it was resolved. It stays when the problem occurs again; otherwise nil if the problem is not resolved.
    public var resolvedIn: String?
    /// The occurrences by version of the app, largest first.
    public var apps: [AppCount] = []
    /// The occurrences since ``ProblemsQuery/hoursSince``, by hours since 1970, oldest first. Hours without any are left out.
    public var hours: [HourCount] = []

    /// The statuses, which operators set.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        /// Nobody has looked at it yet, or it was seen again after it was resolved.
        case open
        /// Operators do not want to see it.
        case muted
        /// It is believed not to occur again. If it does, it is open again.
        case resolved
    }

    /// The occurrences with a version of the app.
    public struct AppCount: Hashable, Sendable {
        /// The version; nil for devices without one.
        public var app: String?
        /// The number of occurrences.
        public var count: Int

        package init(app: String?, count: Int) { (self.app, self.count) = (app, count) }
    }

    /// The occurrences in an hour.
    public struct HourCount: Hashable, Sendable {
        /// Hours since 1970.
        public var hour: Int
        /// The number of occurrences.
        public var count: Int

        package init(hour: Int, count: Int) { (self.hour, self.count) = (hour, count) }
    }
}

extension OperatorStore {
    /// The problem with an id, with its hours since a time.
    package func problem(_ id: String, hoursSince: Date) async throws(StoreError) -> ListedProblem? {
        try await problems([id], hoursSince: hoursSince).first
    }
}

extension ListedProblem {
    /// The columns that ``init(_:from:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "id", "kind", "flow", "screen", "name", "code", "cause", "sessions", "count", "first_seen_ms", "last_seen_ms",
        "first_build", "last_build", "status", "resolved_in",
    ]

    package init(_ row: some StoredRow, from column: Int = 0) {
        self.init(
            id: row.text(column),
            group: ProblemGroup(
                kind: ProblemGroup.Kind(rawValue: row.text(column + 1)) ?? .failed,
                flow: row.optionalText(column + 2),
                screen: row.optionalText(column + 3),
                name: row.optionalText(column + 4),
                code: row.text(column + 5),
                cause: row.optionalText(column + 6)
            ),
            sessions: row.int(column + 7),
            count: row.int(column + 8),
            firstSeen: row.date(column + 9),
            lastSeen: row.date(column + 10),
            firstBuild: row.optionalText(column + 11),
            lastBuild: row.optionalText(column + 12),
            status: Status(rawValue: row.text(column + 13)) ?? .open,
            resolvedIn: row.optionalText(column + 14)
        )
    }
}

/// Selects problems.
public struct ProblemsQuery: Hashable, Sendable {
    /// Only problems that were seen at this time or later.
    public var since: Date?
    /// Only problems with this status.
    public var status: ListedProblem.Status?
    /// Only problems of this flow.
    public var flow: String?
    /// Only problems of this kind.
    public var kind: ProblemGroup.Kind?
    /// Only problems that were seen first or last by a server with this build.
    public var build: String?
    /// The time of the first hour in ``ListedProblem/hours``.
    public var hoursSince: Date
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// All problems that match every given condition.
    public init(
        since: Date? = nil,
        status: ListedProblem.Status? = nil,
        flow: String? = nil,
        kind: ProblemGroup.Kind? = nil,
        build: String? = nil,
        hoursSince: Date = .distantPast,
        cursor: String? = nil,
        limit: Int = 50
    ) {
        self.since = since
        self.status = status
        self.flow = flow
        self.kind = kind
        self.build = build
        self.hoursSince = hoursSince
        self.cursor = cursor
        self.limit = limit
    }

    /// Conditions on columns, apart from the time, each with its value. `?` is the value.
    package var conditions: [(sql: String, value: String)] {
        [
            status.map { ("status = ?", $0.rawValue) }, flow.map { ("flow = ?", $0) },
            kind.map { ("kind = ?", $0.rawValue) }, build.map { ("? IN (first_build, last_build)", $0) },
        ].compactMap(\.self)
    }
}
