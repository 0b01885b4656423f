public import Fairway
public import FairwayOperators
import FairwayWire
import Foundation

/// The lists of sessions, which ``Store`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionListRow> {
        try await page(query, SessionSelection.operatorsColumns) { SessionListRow($0) }
    }

    public func userSessions(_ query: UserSessionsQuery) async throws(StoreError) -> Page<UserSessionRow> {
        try await page(SessionsQuery(query), UserSessionRow.columnNames) { UserSessionRow($0) }
    }

    private func page<Row: Sendable>(
        _ query: SessionsQuery,
        _ columns: [String],
        _ read: @escaping @Sendable (Statement) -> Row
    ) async throws(StoreError) -> Page<Row> {
        let start = try SessionSelection.start(of: query)
        return try await readForAdmin { connection in
            let sessions = try connection.sessions(with: query.run)
            var rows: [(position: TimePosition, number: Int, row: Row)] = []
            for query in query.withIndexedOrder {
                let selection = SessionSelection(query, in: sessions)
                let statement = try connection.statement(selection.page(columns))
                selection.bind(to: statement)
                for value in start { statement.bind(value) }
                rows += try statement.bind(query.limit.withNextRow).all { row in
                    let number = row.int(columns.count + 1)
                    let position = TimePosition(time: row.int(columns.count), rest: "\(number)")
                    return (position: position, number: number, row: read(row))
                }
            }
            guard query.order.isByChange else { return Page(rows.map { ($0.number, $0.row) }, limit: query.limit) }
            rows.sort { left, right in
                let (one, other) = ((left.position.time, left.number), (right.position.time, right.number))
                return query.order.isDescending ? other < one : one < other
            }
            return Page(rows.map { ($0.position, $0.row) }, limit: query.limit)
        }
    }

    public func count(_ query: SessionsQuery) async throws(StoreError) -> Int {
        try await readForAdmin { connection in
            if let statuses = query.onlyStatuses {
                var count = 0
                for status in statuses { count += try connection.number(Self.count(isOver: status == .over ? 1 : 0)) }
                return count
            }
            let selection = SessionSelection(query, in: try connection.sessions(with: query.run))
            let statement = try connection.statement(selection.count)
            selection.bind(to: statement)
            return try statement.first { $0.int(0) } ?? 0
        }
    }
}

/// The sessions that a query selects, as SQL.
///
/// A page walks one index, in the order of the list, and checks each row. Without an index for the query, it walks a set of
/// candidates: SQLite reads the set into a sorted table first.
struct SessionSelection {
    /// The columns that `SessionListRow` reads.
    static let operatorsColumns = SessionRow.columnNames + SessionListRow.columns(session: "sessions.number")

    private let index: String?
    /// The id of a problem whose sessions are walked.
    private let problem: Clause?
    private let candidates: Clause?
    private let conditions: [Clause]
    private let order: SessionsQuery.Order

    /// A part of a statement, with the values of its parameters.
    private struct Clause {
        let sql: String
        let values: [Value]

        init(_ sql: String, _ values: Value...) {
            self.sql = sql
            self.values = values
        }

        /// A condition that contains another part of a statement.
        init(_ sql: String, _ part: Clause) {
            self.sql = sql
            values = part.values
        }
    }

    private enum Value {
        case text(String)
        case number(Int)
    }

    /// A filter of the list.
    private struct Filter {
        let condition: Clause
        /// A query for the numbers of all sessions that meet the condition, and perhaps of others.
        var candidates: Clause?
        var isExact = true
    }

    /// - Parameter sessions: Only sessions with these numbers, as a JSON array; nil for all.
    init(_ query: SessionsQuery, in sessions: String? = nil) {
        let walked: String? =
            if query.isSandbox {
                "sessions_sandboxes"
            } else if query.user != nil {
                "sessions_by_user"
            } else if query.app != nil {
                "sessions_by_app"
            } else if query.idiom != nil {
                "sessions_by_idiom"
            } else {
                nil
            }
        order = query.order
        index = walked ?? query.status.map { _ in query.order.isByChange ? "sessions_by_hour" : "sessions_by_status" }
        // The filters that leave fewer sessions come first.
        let run = sessions.map {
            Filter(
                condition: Clause("sessions.number IN (SELECT value FROM json_each(?))", .text($0)),
                candidates: Clause("SELECT value FROM json_each(?)", .text($0))
            )
        }
        var filters = [
            run, Self.key(query), Self.search(query), Self.request(query), Self.person(query), Self.failed(query),
            Self.stuck(query),
            Self.screen(query), Self.flow(query),
        ]
        .compactMap(\.self)
        problem = query.problem.map { Clause(Self.isOfProblem, .text($0)) }
        candidates = walked == nil && query.problem == nil ? filters.first?.candidates : nil
        if candidates != nil, filters[0].isExact { filters.removeFirst() }
        conditions = Self.columns(query) + filters.map(\.condition)
    }

    private static func columns(_ query: SessionsQuery) -> [Clause] {
        [
            Clause("is_sandbox = \(query.isSandbox ? 1 : 0)"),
            query.user.map { Clause("user_id = ?", .text($0)) },
            query.status.map { Clause("is_over = ?", .number($0 == .over ? 1 : 0)) },
            query.app.map { Clause("device_app = ?", .text($0)) },
            query.idiom.map { Clause("device_idiom = ?", .text($0.rawValue)) },
        ].compactMap(\.self)
    }

    private static func key(_ query: SessionsQuery) -> Filter? {
        guard let key = query.key else { return nil }
        let holder = Clause(
            "SELECT session FROM session_keys INDEXED BY sqlite_autoindex_session_keys_1 WHERE name = ? AND value = ?",
            .text(key.name),
            .text(key.value)
        )
        return Filter(condition: Clause("sessions.number IN (\(holder.sql))", holder), candidates: holder)
    }

    private static func search(_ query: SessionsQuery) -> Filter? {
        guard let text = query.search else { return nil }
        let end = SessionsQuery.end(ofPrefix: text)
        let reversed = String(
            String.UnicodeScalarView(text.unicodeScalars.reversed().prefix(SessionsQuery.indexedEndOfID))
        )
        return Filter(
            condition: Clause(
                "(id >= ? AND id < ? OR substr(id, -length(?)) = ? OR user_id >= ? AND user_id < ?)",
                .text(text),
                .text(end),
                .text(text),
                .text(text),
                .text(text),
                .text(end)
            ),
            candidates: Clause(
                """
                SELECT number FROM sessions INDEXED BY sqlite_autoindex_sessions_1 WHERE id >= ? AND id < ?
                UNION ALL
                SELECT number FROM sessions INDEXED BY sessions_by_end_of_id
                WHERE \(endOfID) >= ? AND \(endOfID) < ?
                UNION ALL
                SELECT number FROM sessions INDEXED BY sessions_by_user WHERE user_id >= ? AND user_id < ?
                """,
                .text(text),
                .text(end),
                .text(reversed),
                .text(SessionsQuery.end(ofPrefix: reversed)),
                .text(text),
                .text(end)
            ),
            isExact: text.unicodeScalars.count <= SessionsQuery.indexedEndOfID
        )
    }

    private static func person(_ query: SessionsQuery) -> Filter? {
        guard let text = query.person?.lowercasedASCII else { return nil }
        // The text is compared with the decoded values: in the JSON, some characters are escaped.
        let claims = "EXISTS (SELECT 1 FROM json_each(claims_json) WHERE instr(lower(value), ?) > 0)"
        return Filter(
            condition: Clause("(instr(lower(user_id), ?) > 0 OR \(claims))", .text(text), .text(text)),
            candidates: Clause(
                """
                SELECT number FROM sessions INDEXED BY sessions_by_user
                WHERE user_id IS NOT NULL AND instr(lower(user_id), ?) > 0
                UNION ALL
                SELECT number FROM (
                    SELECT number, claims_json FROM sessions NOT INDEXED ORDER BY number DESC LIMIT ?
                ) WHERE \(claims)
                """,
                .text(text),
                .number(SessionsQuery.searchedSessions),
                .text(text)
            )
        )
    }

    private static func request(_ query: SessionsQuery) -> Filter? {
        guard let request = query.request else { return nil }
        let sessions = Clause(
            """
            SELECT session FROM incidents INDEXED BY incidents_by_request WHERE request = ?
            UNION ALL
            SELECT session FROM (SELECT session, request FROM journal NOT INDEXED ORDER BY number DESC LIMIT ?)
            WHERE request = ?
            """,
            .text(request),
            .number(SessionsQuery.searchedEntries),
            .text(request)
        )
        return Filter(condition: Clause("sessions.number IN (\(sessions.sql))", sessions), candidates: sessions)
    }

    /// The last characters of an id in reverse, as in the index `sessions_by_end_of_id`.
    private static let endOfID =
        "(" + (1...SessionsQuery.indexedEndOfID).map { "substr(id, -\($0), 1)" }.joined(separator: " || ") + ")"

    private static func failed(_ query: SessionsQuery) -> Filter? {
        guard let moment = query.failedSince?.milliseconds else { return nil }
        let failures = "\(Incident.failureCondition) AND at_ms >= ?"
        return Filter(
            condition: Clause("EXISTS (SELECT 1 \(ownIncidents) AND \(failures))", .number(moment)),
            candidates: Clause(
                "SELECT session FROM incidents INDEXED BY incidents_of_failures WHERE \(failures)",
                .number(moment)
            )
        )
    }

    private static func stuck(_ query: SessionsQuery) -> Filter? {
        guard let moment = query.stuckSince?.milliseconds else { return nil }
        return Filter(
            condition: Clause(
                """
                is_over = 0 AND EXISTS (
                    SELECT 1 FROM incidents AS newest WHERE newest.number = (SELECT max(incidents.number) \(ownIncidents))
                    AND newest.revision = sessions.revision AND newest.at_ms <= ?
                )
                """,
                .number(moment)
            ),
            candidates: Clause("SELECT session FROM incidents INDEXED BY incidents_by_session"),
            isExact: false
        )
    }

    private static func screen(_ query: SessionsQuery) -> Filter? {
        guard let screen = query.screen else { return nil }
        return Filter(
            condition: Clause("EXISTS (SELECT 1 \(ownFlows) AND flows.screen = ? AND is_front = 1)", .text(screen)),
            candidates: Clause(sessionsByScreen, .text(screen))
        )
    }

    private static func flow(_ query: SessionsQuery) -> Filter? {
        guard let flow = query.flow else { return nil }
        return Filter(
            condition: Clause(
                "(root_flow = ? OR EXISTS (SELECT 1 \(ownFlows) AND flow = ?))",
                .text(flow),
                .text(flow)
            ),
            candidates: Clause(
                """
                SELECT session FROM flows INDEXED BY flows_in_summary WHERE flow = ?
                UNION ALL
                SELECT number FROM sessions INDEXED BY sessions_over_by_flow WHERE is_over = 1 AND root_flow = ?
                """,
                .text(flow),
                .text(flow)
            )
        )
    }

    /// The rows of a session. Each names its index: an index over the other columns finds rows of many sessions.
    private static let ownIncidents =
        "FROM incidents INDEXED BY incidents_by_session WHERE incidents.session = sessions.number"
    private static let ownFlows = "FROM flows INDEXED BY sqlite_autoindex_flows_1 WHERE flows.session = sessions.number"

    /// Looks up the screen once for each flow, so that the index alone finds the sessions.
    private static let sessionsByScreen = """
        WITH RECURSIVE names (flow) AS (
            SELECT min(flow) FROM flows
            UNION ALL
            SELECT (SELECT min(flow) FROM flows WHERE flow > names.flow) FROM names WHERE names.flow IS NOT NULL
        )
        SELECT session FROM names CROSS JOIN flows INDEXED BY flows_in_summary
        WHERE flows.flow = names.flow AND flows.screen = ? AND is_front = 1
        """

    /// Parameters: ``bind(to:)``, ``start(of:)``, limit.
    ///
    /// The sessions of the page are found by their numbers first, because a row of `sessions` is wide. The time of the last change and
    /// the session's number follow the columns.
    func page(_ columns: [String]) -> String {
        let (way, sign) = order.isDescending ? ("DESC", "<") : ("ASC", ">")
        // The index has the hours of the changes, so SQLite sorts the sessions of some hours.
        let start =
            order.isByChange
            ? ["touched_hour \(sign)= ?", "(touched_at_ms, \(number)) \(sign) (?, ?)"] : ["\(number) \(sign) ?"]
        func terms(_ number: String) -> String {
            let columns = order.isByChange ? ["touched_hour", "touched_at_ms", number] : [number]
            return columns.map { "\($0) \(way)" }.joined(separator: ", ")
        }
        return """
            SELECT \(columns.joined(separator: ", ")), touched_at_ms, number
            FROM sessions NOT INDEXED WHERE number IN (
                SELECT \(number) FROM \(source(and: start)) ORDER BY \(terms(number)) LIMIT ?
            )
            ORDER BY \(terms("number"))
            """
    }

    /// The values of the parameters that a page starts behind.
    static func start(of query: SessionsQuery) throws(StoreError) -> [Int] {
        let end = query.order.isDescending ? Int.max : .min
        guard query.order.isByChange else { return [try Int(cursor: query.cursor) ?? end] }
        guard let position = try TimePosition(cursor: query.cursor) else { return [end, end, end] }
        return [Date(milliseconds: position.time).hour, position.time, try Int(cursor: position.rest) ?? end]
    }

    /// Parameters: ``bind(to:)``.
    var count: String { "SELECT count(*) FROM \(source(and: []))" }

    private static let isOfProblem = "affected.problem = (SELECT number FROM problems WHERE problems.id = ?)"

    private func source(and further: [String]) -> String {
        if let problem {
            // In the order of the numbers, so that a page reads few of the problem's sessions.
            let all = [problem.sql] + conditions.map(\.sql) + further
            return """
                problem_sessions AS affected INDEXED BY sqlite_autoindex_problem_sessions_1
                CROSS JOIN sessions NOT INDEXED ON sessions.number = affected.session
                WHERE \(all.joined(separator: " AND "))
                """
        }
        let chosen = candidates.map { "number IN (\($0.sql))" }
        let all = [chosen].compactMap(\.self) + conditions.map(\.sql) + further
        let walk = candidates != nil ? "NOT INDEXED" : index.map { "INDEXED BY \($0)" } ?? ""
        return "sessions \(walk) \(all.isEmpty ? "" : "WHERE \(all.joined(separator: " AND "))")"
    }

    /// The column of ``source(and:)`` with the session's number.
    private var number: String { problem == nil ? "number" : "affected.session" }

    func bind(to statement: Statement) {
        for value in (problem?.values ?? []) + (candidates?.values ?? []) + conditions.flatMap(\.values) {
            switch value {
            case .text(let text): statement.bind(text)
            case .number(let number): statement.bind(number)
            }
        }
    }
}
