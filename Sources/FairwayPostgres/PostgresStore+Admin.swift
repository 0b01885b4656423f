public import Fairway

/// The admin's reads.
extension PostgresStore {
    /// A page of active flows.
    public func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow> {
        let position = try Position(cursor: query.cursor)
        guard position == nil || position.flatMap({ Int($0.rest) }) != nil else { throw .invalidCursor }
        let rows = try await readList(.flows(query, after: position))
        return Page(
            rows.all { (Position($0.int(0), $0.text(1), "\($0.int(2))"), ListedFlow($0)) },
            limit: query.limit
        )
    }

    /// How many sessions and flows there are.
    public func summary() async throws(StoreError) -> StoreSummary {
        let rows = try await readLists([
            Call("SELECT is_over, count(*) FROM sessions GROUP BY is_over"),
            Call("SELECT flow, screen, is_front, count(*) FROM flows GROUP BY flow, screen, is_front"),
        ])
        let sessions = Dictionary(rows[0].all { ($0.bool(0), $0.int(1)) }, uniquingKeysWith: +)
        return StoreSummary(
            activeSessions: sessions[false] ?? 0,
            overSessions: sessions[true] ?? 0,
            counts: rows[1].all {
                StoreSummary.Count(
                    flow: $0.text(0),
                    screen: $0.optionalText(1),
                    isFront: $0.bool(2),
                    count: $0.int(3)
                )
            }
        )
    }

    /// A page of sessions, newest first.
    public func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionRow> {
        let rows = try await readList(.sessions(query, after: try Position(cursor: query.cursor)))
        return Page(rows.all { (Position($0.int(SessionRow.arrival), $0.text(0)), SessionRow($0)) }, limit: query.limit)
    }

    /// Where users go and where they stop.
    public func graph(_ query: GraphQuery) async throws(StoreError) -> Graph {
        let sql = """
            SELECT min(flow), from_screen, action, to_screen, stay_class, sum(count)::bigint FROM edges
            WHERE hour >= $1 \(query.flow == nil ? "" : "AND flow = $2")
            GROUP BY from_screen, action, to_screen, stay_class
            """
        var edges = Call(sql).bind(query.since.map(EdgeCount.hour) ?? .min)
        if let flow = query.flow { edges = edges.bind(flow) }
        let rows = try await readLists([
            edges,
            Call("SELECT screen, count(*) FROM flows WHERE is_front AND screen IS NOT NULL GROUP BY screen"),
            .unfolded(GraphQuery.mostUnfolded),
        ])
        let front = Dictionary(rows[1].all { ($0.text(0), $0.int(1)) }, uniquingKeysWith: +)
        let unfolded = UnfoldedJournal(rows[2]).edges.filter(query.matches)
        return Graph(rows[0].all(EdgeCount.init) + unfolded, front: front)
    }
}
