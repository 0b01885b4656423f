import Fairway
import FairwayWire

/// The statement that lists flows. Its key is named, so that a page costs what its rows cost, whatever SQLite's planner
/// believes of the file (https://sqlite.org/lang_indexedby.html).
struct FlowsStatement {
    let sql: String

    /// To be bound: session, screen, flow, untouched since, cursor, as far as asked for; then the limit.
    init(_ query: FlowsQuery) {
        let key: String
        if query.session != nil {
            // The key that goes with UNIQUE (session, node); a session has few flows.
            key = "INDEXED BY sqlite_autoindex_flows_1"
        } else if query.screen != nil {
            key = "INDEXED BY flows_by_screen"
        } else if query.flow != nil {
            key = "INDEXED BY flows_by_flow"
        } else {
            key = "NOT INDEXED"
        }
        let touched = FrontFlow.expression("touched_at_ms", of: "flows")
        var conditions: [String] = []
        if query.session != nil { conditions.append("flows.session = ?") }
        if query.screen != nil { conditions.append("flows.screen = ?") }
        if query.flow != nil { conditions.append("flows.flow = ?") }
        if query.untouchedSince != nil { conditions.append("\(touched) <= ?") }
        if query.cursor != nil { conditions.append("flows.number \(query.order == .newest ? "<" : ">") ?") }
        sql = """
            SELECT flows.number, sessions.id, node, parent, depth, path, flow, version, screen, is_front, started_at_ms,
            \(touched), device_json
            FROM flows \(key) CROSS JOIN sessions ON sessions.number = flows.session
            \(conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))")
            ORDER BY flows.number \(query.order == .newest ? "DESC" : "ASC") LIMIT ?
            """
    }
}
