public import Fairway
public import FairwayOperators
import Foundation

extension PostgresStore {
    /// How far the runs of a flow came.
    public func funnel(_ query: FunnelQuery) async throws(StoreError) -> Funnel {
        let cut = try await cut(query.flow, since: query.since, most: query.mostRuns)
        var counts = RunCounts(by: query.by)
        try await eachRun(of: query.flow, since: cut?.since ?? query.since, idleSince: query.idleSince) { run, _ in
            counts.add(run)
        }
        var funnel = counts.funnel
        funnel.cut = cut
        return funnel
    }

    /// The transitions between screens, and for each screen the number of sessions that have it in front.
    public func graph(_ query: GraphQuery) async throws(StoreError) -> Graph {
        guard let flow = query.flow else { return try await graph(since: query.since) }
        var counts = RunCounts()
        let cut = try await cut(flow, since: query.since, most: query.mostRuns)
        try await eachRun(of: flow, since: cut?.since ?? query.since, idleSince: nil) { run, _ in counts.add(run) }
        let fronts = """
            SELECT front_screen, count(*) FROM sessions
            WHERE id IN (SELECT session FROM flows WHERE flow = $1) AND front_screen IS NOT NULL
                AND NOT is_sandbox
            GROUP BY front_screen
            """
        let rows = try await readList(SQLStatement(fronts).bind(flow))
        var graph = counts.graph(front: Dictionary(rows.all { ($0.text(0), $0.int(1)) }, uniquingKeysWith: +))
        graph.cut = cut
        return graph
    }

    /// The graph of all flows.
    private func graph(since: Date?) async throws(StoreError) -> Graph {
        let edges = """
            SELECT min(flow), from_screen, action, to_screen, stay_class, sum(count)::bigint FROM edges WHERE hour >= $1
            GROUP BY from_screen, action, to_screen, stay_class
            """
        let rows = try await readLists([
            SQLStatement(edges).bind(since.map(\.hour) ?? .min),
            SQLStatement(StoreSummary.counts(sandboxes: Self.sandboxes)),
            .unfolded(OperatorLimits.unfoldedEntriesPerGraph),
        ])
        let front = StoreSummary.fronts(rows[1].all(StoreSummary.Count.init))
        let unfolded = UnfoldedEntries(rows[2]).edges.filter(GraphQuery(since: since).matches)
        return Graph(rows[0].all(EdgeCount.init) + unfolded, front: front)
    }

    /// The sessions with a run that matches; nil if the query is nil.
    func sessions(with query: RunsQuery?) async throws(StoreError) -> [String]? {
        guard let query else { return nil }
        var sessions: Set<String> = []
        let since = try await start(ofNewest: query.mostRuns, query.flow, since: query.since) ?? query.since
        try await eachRun(of: query.flow, since: since, idleSince: query.idleSince) { run, session in
            if let session, query.matches(run) { sessions.insert(session) }
        }
        return Array(sessions)
    }

    /// Reads a flow's runs that started at or after a time, in pages, with their sessions.
    private func eachRun(
        of flow: String,
        since: Date?,
        idleSince: Date?,
        _ body: (CountedRun, String?) -> Void
    ) async throws(StoreError) {
        let columns = CountedCourses.columnCount
        var courses = CountedCourses()
        var position = (start: since.map { $0.milliseconds - 1 } ?? .min, number: Int.max)
        while true {
            let page = SQLStatement.runs(of: flow, after: position, idleSince: idleSince)
            let rows = try await readList(page)
            let positions = rows.all { row in
                body(courses.counted(row), row.optionalText(columns))
                return (row.int(columns + 2), row.int(columns + 1))
            }
            guard positions.count == OperatorLimits.runsPerPage, let last = positions.last else { return }
            position = last
        }
    }

    /// At most `most` of the runs of a flow that started since a time; nil for all.
    private func cut(_ flow: String, since: Date?, most: Int) async throws(StoreError) -> RunsCut? {
        guard let start = try await start(ofNewest: most, flow, since: since) else { return nil }
        let counts = try await readLists([.countOfRuns(of: flow, since: start), .countOfRuns(of: flow, since: since)])
            .map { $0.first { $0.int(0) } ?? 0 }
        return RunsCut(since: start, counted: counts[0], total: counts[1])
    }

    /// The time since which at most `most` runs of a flow have started; nil if no more have started since a time.
    private func start(ofNewest most: Int, _ flow: String, since: Date?) async throws(StoreError) -> Date? {
        let next = try await readList(.starts(of: flow, since: since, after: most)).first { $0.int(0) }
        return next.map { Date(milliseconds: $0 + 1) }
    }
}

extension SQLStatement {
    /// Reads a page of a flow's runs, oldest first.
    static func runs(of flow: String, after position: (start: Int, number: Int), idleSince: Date?) -> SQLStatement {
        let sql = """
            SELECT \(CountedCourses.columns(session: "id", idleSince: "$5::bigint")), session, number, started_at_ms FROM runs
            WHERE flow = $1 AND (started_at_ms, number) > ($2, $3) ORDER BY started_at_ms, number LIMIT $4
            """
        return SQLStatement(sql).bind(flow).bind(position.start).bind(position.number).bind(OperatorLimits.runsPerPage)
            .bind(idleSince)
    }

    /// Reads the start of one of a flow's runs that started since a time: the newest one after `most` newer ones.
    ///
    /// Compares rows and not columns, because the planner would otherwise walk the runs of all flows, by their start.
    static func starts(of flow: String, since: Date?, after most: Int) -> SQLStatement {
        let sql = """
            SELECT started_at_ms FROM runs
            WHERE (flow, started_at_ms) >= ($1, $2) AND (flow, started_at_ms) <= ($1, \(Int.max))
            ORDER BY flow DESC, started_at_ms DESC LIMIT 1 OFFSET $3
            """
        return SQLStatement(sql).bind(flow).bind(since?.milliseconds ?? .min).bind(most)
    }

    /// Counts a flow's runs that started since a time.
    static func countOfRuns(of flow: String, since: Date?) -> SQLStatement {
        SQLStatement("SELECT count(*) FROM runs WHERE flow = $1 AND started_at_ms >= $2").bind(flow)
            .bind(since?.milliseconds ?? .min)
    }
}
