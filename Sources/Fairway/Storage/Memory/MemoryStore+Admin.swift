import FairwayWire

/// The operators' lists, which ``Store`` documents. A cursor is the number of a page's last row.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore {
    public func flows(_ query: FlowsQuery) throws(StoreError) -> Page<ListedFlow> {
        let start = try Int(cursor: query.cursor)
        return try use { records in
            var rows: [(position: Int, row: ListedFlow)] = []
            for (session, record) in records.sessions where query.session == nil || query.session == session {
                for (number, row) in record.flows.values where query.matches(row) {
                    rows.append((number, ListedFlow(row, of: record.row)))
                }
            }
            return makePage(rows, from: start, query.order, query.limit)
        }
    }

    public func summary() throws(StoreError) -> StoreSummary {
        try use { records in
            let active = records.sessions.values.count { $0.row.status == .active }
            let counts = records.sessions.values.flatMap(\.flows.values).map { _, flow in
                StoreSummary.Count(flow: flow.flow, screen: flow.screen, isFront: flow.isFront, count: 1)
            }
            return StoreSummary(
                activeSessions: active,
                overSessions: records.sessions.count - active,
                counts: counts
            )
        }
    }

    public func sessions(_ query: SessionsQuery) throws(StoreError) -> Page<SessionRow> {
        let start = try Int(cursor: query.cursor)
        return try use { records in
            let rows = records.sessions.values.filter { query.status == nil || query.status == $0.row.status }
            return makePage(rows.map { ($0.number, $0.row) }, from: start, .newest, query.limit)
        }
    }

    public func graph(_ query: GraphQuery) throws(StoreError) -> Graph {
        try use { records in
            let unfolded = records.unfolded(GraphQuery.mostUnfolded).flatMap(\.counts)
            let edges = (records.edges + unfolded).filter(query.matches)
            let fronts = records.sessions.values.flatMap(\.flows.values).map(\.row).filter(\.isFront)
                .compactMap(\.screen)
            return Graph(edges, front: Dictionary(fronts.map { ($0, 1) }, uniquingKeysWith: +))
        }
    }

    func makePage<Row>(
        _ rows: [(position: Int, row: Row)],
        from start: Int?,
        _ order: PageOrder,
        _ limit: Int
    ) -> Page<Row> {
        let sorted = rows.sorted { order == .newest ? $0.position > $1.position : $0.position < $1.position }
        let rest = sorted.drop { row in
            start.map { order == .newest ? row.position >= $0 : row.position <= $0 } ?? false
        }
        return Page(Array(rest), limit: limit)
    }
}

extension FlowsQuery {
    fileprivate func matches(_ row: FlowRow) -> Bool {
        (flow == nil || flow == row.flow) && (screen == nil || screen == row.screen)
            && (untouchedSince.map { row.touchedAt <= $0 } ?? true)
    }
}
