import Fairway
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Call {
    /// Lists flows. Each list has a key in its order (`flows_by_…`), so that a page costs what its rows cost.
    static func flows(_ query: FlowsQuery, after position: Position?) -> Call {
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
            return (order, $0.bind(query.limit + 1))
        }
    }

    /// Lists sessions.
    static func sessions(_ query: SessionsQuery, after position: Position?) -> Call {
        var filter = Filter()
        if let status = query.status { filter.add("is_over = ?") { $0.bind(status == .over) } }
        if let position {
            filter.add("(arrived_us, id) < (?, ?)") { $0.bind(position.number).bind(position.session) }
        }
        return filter.call("SELECT \(SessionRow.allColumns) FROM sessions") {
            ("ORDER BY arrived_us DESC, id DESC LIMIT ?", $0.bind(query.limit + 1))
        }
    }

    /// The sessions that go on, those that came first before all others.
    static func liveSessions(after position: Position?, limit: Int) -> Call {
        Call(
            """
            SELECT \(SessionRow.allColumns) FROM sessions WHERE NOT is_over AND (arrived_us, id) > ($1, $2)
            ORDER BY arrived_us, id LIMIT $3
            """
        ).bind(position?.number ?? .min).bind(position?.session ?? "").bind(limit + 1)
    }

    /// The sessions that go on and were not touched since, those untouched longest first, by the hour.
    static func idleSessions(since: Date, after position: Position?, limit: Int) -> Call {
        Call(
            """
            SELECT touched_hour, id FROM sessions
            WHERE NOT is_over AND touched_hour <= $1 AND (touched_hour, id) > ($2, $3) AND touched_at_ms <= $4
            ORDER BY touched_hour, id LIMIT $5
            """
        ).bind(EdgeCount.hour(of: since)).bind(position?.number ?? .min).bind(position?.session ?? "").bind(since)
            .bind(limit + 1)
    }
}
