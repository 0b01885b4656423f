import Fairway
import FairwayWire
import Foundation

extension SQLStatement {
    /// Lists flows. The indexes `flows_by_…` end with the list's order, so no page needs a sort.
    static func flows(_ query: FlowsQuery, after position: ListPosition?) -> SQLStatement {
        var filter = Filter()
        if let session = query.session { filter.add("flows.session = ?") { $0.bind(session) } }
        if let screen = query.screen { filter.add("flows.screen = ?") { $0.bind(screen) } }
        if let flow = query.flow { filter.add("flows.flow = ?") { $0.bind(flow) } }
        if let since = query.untouchedSince { filter.add("flows.touched_at_ms <= ?") { $0.bind(since) } }
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
            started_at_ms, flows.touched_at_ms, device_json FROM flows JOIN sessions ON sessions.id = flows.session
            """
        ) {
            let order = "ORDER BY flows.arrived_us \(way), flows.session \(way), flows.node \(way) LIMIT ?"
            return (order, $0.bind(query.limit.withNextRow))
        }
    }

    static func sessions(_ query: SessionsQuery, after position: ListPosition?) -> SQLStatement {
        var filter = Filter()
        if let status = query.status { filter.add("is_over = ?") { $0.bind(status == .over) } }
        if let position {
            filter.add("(arrived_us, id) < (?, ?)") { $0.bind(position.number).bind(position.session) }
        }
        return filter.call("SELECT \(SessionRow.allColumns) FROM sessions") {
            ("ORDER BY arrived_us DESC, id DESC LIMIT ?", $0.bind(query.limit.withNextRow))
        }
    }

    /// Lists active sessions that have been idle since a date, ordered by the hour of their last change.
    static func idleSessions(since: Date, after position: ListPosition?, limit: Int) -> SQLStatement {
        SQLStatement(
            """
            SELECT touched_hour, id FROM sessions
            WHERE NOT is_over AND touched_hour <= $1 AND (touched_hour, id) > ($2, $3) AND touched_at_ms <= $4
            ORDER BY touched_hour, id LIMIT $5
            """
        ).bind(EdgeCount.hour(of: since)).bind(position?.number ?? .min).bind(position?.session ?? "").bind(since)
            .bind(limit.withNextRow)
    }
}

/// Builds list queries from optional conditions.
struct Filter {
    private var conditions: [String] = []
    private var values = SQLStatement("")

    /// Adds a condition, with a `?` for each value that `bind` binds.
    mutating func add(_ condition: String, _ bind: (SQLStatement) -> SQLStatement) {
        conditions.append(condition)
        values = bind(values)
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
}
