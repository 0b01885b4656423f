import Fairway
import FairwayOperators
import FairwayWire
import Foundation

extension SQLStatement {
    /// Lists flows. The indexes `flows_by_…` end with the list's order, so no page needs a sort.
    static func flows(_ query: FlowsQuery, after position: ListPosition?) -> SQLStatement {
        var filter = SQLConditions()
        filter.add("NOT is_sandbox") { $0 }
        if let session = query.session { filter.add("flows.session = ?") { $0.bind(session) } }
        if let user = query.user {
            // An array of the user's sessions, which are few, so that their flows are found by the primary key.
            filter.add("flows.session = ANY (ARRAY(SELECT id FROM sessions WHERE user_id = ?))") { $0.bind(user) }
        }
        if let screen = query.screen { filter.add("flows.screen = ?") { $0.bind(screen) } }
        if let flow = query.flow { filter.add("flows.flow = ?") { $0.bind(flow) } }
        if let since = query.idleSince { filter.add("user_acted_at_ms <= ?") { $0.bind(since) } }
        let isNewestFirst = query.order == .newest
        if let position {
            filter.add("(flows.arrived_us, flows.session, flows.node) \(isNewestFirst ? "<" : ">") (?, ?, ?)") {
                $0.bind(position.number).bind(position.session).bind(Int(position.rest))
            }
        }
        let way = isNewestFirst ? "DESC" : "ASC"
        return filter.call(
            """
            SELECT flows.arrived_us, flows.session, node, parent, depth, path, flow, version, screen, is_front,
            started_at_ms, flows.touched_at_ms, user_acted_at_ms, device_json, user_id
            FROM flows JOIN sessions ON sessions.id = flows.session
            """
        ) {
            let order = "ORDER BY flows.arrived_us \(way), flows.session \(way), flows.node \(way) LIMIT ?"
            return (order, $0.bind(query.limit.withNextRow))
        }
    }

    /// Lists sessions. The time of the list's order follows the columns: the time of insertion or of the last change.
    ///
    /// - Parameter sessions: Only these; nil for all.
    static func sessions(
        _ query: SessionsQuery,
        _ columns: [String] = SessionListRow.allColumns,
        in sessions: [String]?,
        after position: ListPosition?
    ) -> SQLStatement {
        var filter = filter(query, in: sessions)
        let (way, sign) = query.order.isDescending ? ("DESC", "<") : ("ASC", ">")
        let time = query.order.isByChange ? "touched_at_ms" : "arrived_us"
        if let position {
            if query.order.isByChange {
                filter.add("touched_hour \(sign)= ?") { $0.bind(Date(milliseconds: position.number).hour) }
            }
            filter.add("(\(time), id) \(sign) (?, ?)") { $0.bind(position.number).bind(position.session) }
        }
        // The index has the hours of the changes, so PostgreSQL sorts the sessions of some hours.
        let order = (query.order.isByChange ? ["touched_hour"] : []) + [time, "id"]
        let terms = order.map { "\($0) \(way)" }.joined(separator: ", ")
        return filter.call("SELECT \(columns.joined(separator: ", ")), \(time) FROM sessions") {
            ("ORDER BY \(terms) LIMIT ?", $0.bind(query.limit.withNextRow))
        }
    }

    /// Counts sessions.
    static func count(_ query: SessionsQuery, in sessions: [String]?) -> SQLStatement {
        filter(query, in: sessions).call("SELECT count(*) FROM sessions") { ("", $0) }
    }

    private static func filter(_ query: SessionsQuery, in sessions: [String]?) -> SQLConditions {
        var filter = SQLConditions()
        filter.add(query.isSandbox ? "is_sandbox" : "NOT is_sandbox") { $0 }
        if let user = query.user { filter.add("user_id = ?") { $0.bind(user) } }
        if let status = query.status { filter.add("is_over = ?") { $0.bind(status == .over) } }
        if let sessions { filter.add("id = ANY (?)") { $0.bind(sessions) } }
        if let problem = query.problem {
            filter.add("id IN (SELECT session FROM problem_sessions WHERE problem = ?)") { $0.bind(problem) }
        }
        if let app = query.app { filter.add("device_member(device_json, 'app') = ?") { $0.bind(app) } }
        if let idiom = query.idiom {
            filter.add("device_member(device_json, 'idiom') = ?") { $0.bind(idiom.rawValue) }
        }
        if let key = query.key {
            filter.add("id = (SELECT session FROM session_keys WHERE name = ? AND value = ?)") {
                $0.bind(key.name).bind(key.value)
            }
        }
        if let text = query.search { filter.add(search: text) }
        if let text = query.person?.lowercasedASCII { filter.add(person: text) }
        if let request = query.request { filter.add(request: request) }
        if let moment = query.failedSince {
            filter.add("id IN (SELECT session FROM incidents WHERE \(Incident.failureCondition) AND at_ms >= ?)") {
                $0.bind(moment)
            }
        }
        if let moment = query.stuckSince {
            filter.add("NOT is_over AND id IN (SELECT session FROM incidents) AND revision = (\(stuckRevision))") {
                $0.bind(moment)
            }
        }
        if let screen = query.screen {
            filter.add("id IN (SELECT session FROM flows WHERE flows.screen = ? AND is_front)") { $0.bind(screen) }
        }
        if let flow = query.flow { filter.add(flow: flow, query.status) }
        return filter
    }

    /// The revision of a session's newest incident, if that is not later than a time.
    private static let stuckRevision = """
        SELECT CASE WHEN incidents.at_ms <= ? THEN incidents.revision END FROM incidents
        WHERE incidents.session = sessions.id ORDER BY incidents.number DESC LIMIT 1
        """

    /// Lists active sessions that have been idle since a date, ordered by the hour of their last change.
    static func idleSessions(since: Date, after position: ListPosition?, limit: Int) -> SQLStatement {
        SQLStatement(
            """
            SELECT touched_hour, id FROM sessions
            WHERE NOT is_over AND touched_hour <= $1 AND (touched_hour, id) > ($2, $3) AND touched_at_ms <= $4
            ORDER BY touched_hour, id LIMIT $5
            """
        ).bind(since.hour).bind(position?.number ?? .min).bind(position?.session ?? "").bind(since)
            .bind(limit.withNextRow)
    }
}

/// Builds list queries from optional conditions.
struct SQLConditions {
    private var conditions: [String] = []
    private var values = SQLStatement("")

    /// Adds a condition, with a `?` for each value that `bind` binds.
    mutating func add(_ condition: String, _ bind: (SQLStatement) -> SQLStatement) {
        conditions.append(condition)
        values = bind(values)
    }

    /// Adds a condition for the root flow of a session that is over, and for any flow of an active session.
    mutating func add(flow: String, _ status: SessionStatus?) {
        let runs = "EXISTS (SELECT FROM flows WHERE flows.session = sessions.id AND flows.flow = ?)"
        switch status {
        case .active: add(runs) { $0.bind(flow) }
        case .over: add("root_flow = ?") { $0.bind(flow) }
        case nil: add("(is_over AND root_flow = ? OR \(runs))") { $0.bind(flow).bind(flow) }
        }
    }

    /// Adds a search in ids and users. Each of the alternatives is a range of an index.
    mutating func add(search text: String) {
        let reversed = String(String.UnicodeScalarView(text.unicodeScalars.reversed()))
        let ranges = ["id", "reverse(id)", "user_id"].map { "\($0) >= ? AND \($0) < ?" }
        add("(\(ranges.joined(separator: " OR ")))") { values in
            [text, reversed, text].reduce(values) { $0.bind($1).bind(SessionsQuery.end(ofPrefix: $1)) }
        }
    }

    /// Adds a search for any part of a user's id, and of the kept claims of the newest sessions. With the collation `C`, `lower`
    /// changes ASCII letters only.
    mutating func add(person text: String) {
        let condition = """
            (position(? IN lower(user_id COLLATE "C")) > 0 OR id IN (
                SELECT id FROM (
                    SELECT id, claims_json FROM sessions ORDER BY arrived_us DESC, id DESC LIMIT ?
                ) AS newest
                WHERE claims_json IS NOT NULL AND EXISTS (
                    SELECT FROM json_each_text(claims_json::json) AS claim
                    WHERE position(? IN lower(claim.value COLLATE "C")) > 0
                )
            ))
            """
        add(condition) { $0.bind(text).bind(SessionsQuery.searchedSessions).bind(text) }
    }

    /// Adds a search for the id of a request in incidents and in the newest entries of the journal.
    mutating func add(request: String) {
        let newest = ["is_folded ORDER BY", "NOT is_folded ORDER BY number DESC,"].map {
            "(SELECT session, request FROM journal WHERE \($0) at_ms DESC LIMIT ?)"
        }
        let condition = """
            id IN (
                SELECT session FROM incidents WHERE request = ?
                UNION ALL
                SELECT session FROM (\(newest.joined(separator: " UNION ALL "))) AS newest WHERE request = ?
            )
            """
        add(condition) {
            $0.bind(request).bind(SessionsQuery.searchedEntries).bind(SessionsQuery.searchedEntries).bind(request)
        }
    }

    /// Creates the statement: `selection`, the conditions, and the clauses of `rest` with their parameters.
    func call(_ selection: String, _ rest: (SQLStatement) -> (sql: String, values: SQLStatement)) -> SQLStatement {
        let rest = rest(values)
        let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
        var number = 0
        let sql = "\(selection) \(condition) \(rest.sql)".split(separator: "?", omittingEmptySubsequences: false)
            .reduce(into: "") { sql, part in
                if number > 0 { sql += "$\(number)" }
                number += 1
                sql += part
            }
        return SQLStatement(sql, with: rest.values)
    }
}

/// The position of a row in a list, which a cursor encodes: the list's sort key, such as the time of insertion, then
/// the session, then the rest of the row's key.
struct ListPosition: Hashable, Sendable, CustomStringConvertible {
    let number: Int
    let session: String
    let rest: String

    init(_ number: Int, _ session: String, _ rest: String = "") {
        self.number = number
        self.session = session
        self.rest = rest
    }

    /// Decodes a cursor; nil if there is none.
    init?(cursor: String?) throws(StoreError) {
        guard let cursor else { return nil }
        // The session comes last, because ids may contain any characters.
        let parts = cursor.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int(parts[0]) else { throw .invalidCursor }
        self.init(number, String(parts[2]), String(parts[1]))
    }

    /// The cursor.
    var description: String { "\(number)/\(rest)/\(session)" }

    /// Whether it precedes another position in an ascending list of sessions. PostgreSQL compares their ids by bytes.
    func isBefore(_ other: ListPosition) -> Bool {
        number == other.number
            ? session.utf8.lexicographicallyPrecedes(other.session.utf8) : number < other.number
    }
}
