public import Fairway
public import FairwayOperators
import Foundation

/// Funnels and the graphs of flows, which ``Store`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func funnel(_ query: FunnelQuery) async throws(StoreError) -> Funnel {
        try await readForAdmin { connection in
            var counts = RunCounts(by: query.by)
            let cut = try connection.cut(query.flow, since: query.since, most: query.mostRuns)
            let since = cut?.since ?? query.since
            try connection.eachRun(of: query.flow, since: since, idleSince: query.idleSince) { run, _ in counts.add(run)
            }
            var funnel = counts.funnel
            funnel.cut = cut
            return funnel
        }
    }

    public func graph(_ query: GraphQuery) async throws(StoreError) -> Graph {
        try await readForAdmin { connection in
            guard let flow = query.flow else { return try connection.graph(since: query.since) }
            var counts = RunCounts()
            let cut = try connection.cut(flow, since: query.since, most: query.mostRuns)
            try connection.eachRun(of: flow, since: cut?.since ?? query.since, idleSince: nil) { run, _ in
                counts.add(run)
            }
            let fronts = try connection.statement(Self.frontScreens).bind(flow).all { ($0.text(0), $0.int(1)) }
            var graph = counts.graph(front: Dictionary(fronts, uniquingKeysWith: +))
            graph.cut = cut
            return graph
        }
    }

    /// Reads a flow's runs. Parameters: ``FunnelQuery/idleSince``, the flow's name, the earliest start.
    static let runsOfFlow = """
        SELECT \(CountedCourses.columns(session: "number", idleSince: "?")), session
        FROM runs INDEXED BY runs_by_flow WHERE flow = ? AND started_at_ms >= ?
        """

    /// Reads the starts of a flow's runs, newest first. Parameters: the flow's name, the earliest start, the number of rows to skip.
    static let startsOfFlow = """
        SELECT started_at_ms FROM runs INDEXED BY runs_by_flow WHERE flow = ? AND started_at_ms >= ?
        ORDER BY started_at_ms DESC LIMIT 1 OFFSET ?
        """

    /// Counts a flow's runs. Parameters: the flow's name, the earliest start.
    static let countOfRuns = "SELECT count(*) FROM runs INDEXED BY runs_by_flow WHERE flow = ? AND started_at_ms >= ?"

    /// Counts the active sessions that have a flow, by front screen. Parameter: the flow's name.
    static let frontScreens = """
        SELECT front_screen, count(*) FROM sessions
        WHERE number IN (SELECT session FROM flows INDEXED BY flows_by_flow WHERE flow = ?) AND front_screen IS NOT NULL
            AND is_sandbox = 0
        GROUP BY front_screen
        """
}

extension SQLiteConnection {
    /// Reads a flow's runs that started at or after a time, with the numbers of their sessions.
    fileprivate func eachRun(
        of flow: String,
        since: Date?,
        idleSince: Date?,
        _ body: (CountedRun, Int?) -> Void
    ) throws(SQLiteFailure) {
        let statement = try statement(SQLiteStore.runsOfFlow)
        var courses = CountedCourses()
        _ = try statement.bind(idleSince?.milliseconds).bind(flow).bind(since?.milliseconds ?? .min).all { row in
            body(courses.counted(row), row.optionalInt(CountedCourses.columnCount))
        }
    }

    /// At most `most` of the runs of a flow that started since a time; nil for all.
    fileprivate func cut(_ flow: String, since: Date?, most: Int) throws(SQLiteFailure) -> RunsCut? {
        guard let start = try start(ofNewest: most, flow, since: since) else { return nil }
        func count(since: Date?) throws(SQLiteFailure) -> Int {
            try statement(SQLiteStore.countOfRuns).bind(flow).bind(since?.milliseconds ?? .min).first { $0.int(0) } ?? 0
        }
        return RunsCut(since: start, counted: try count(since: start), total: try count(since: since))
    }

    /// The time since which at most `most` runs of a flow have started; nil if no more have started since a time.
    private func start(ofNewest most: Int, _ flow: String, since: Date?) throws(SQLiteFailure) -> Date? {
        let next = try statement(SQLiteStore.startsOfFlow).bind(flow).bind(since?.milliseconds ?? .min).bind(most)
            .first { $0.int(0) }
        return next.map { Date(milliseconds: $0 + 1) }
    }

    /// The numbers of the sessions with a run that matches, as a JSON array; nil if the query is nil.
    func sessions(with query: RunsQuery?) throws(SQLiteFailure) -> String? {
        guard let query else { return nil }
        var sessions: Set<Int> = []
        let since = try start(ofNewest: query.mostRuns, query.flow, since: query.since) ?? query.since
        try eachRun(of: query.flow, since: since, idleSince: query.idleSince) { run, session in
            if let session, query.matches(run) { sessions.insert(session) }
        }
        return "[\(sessions.map(String.init).joined(separator: ","))]"
    }

    /// The graph of all flows.
    fileprivate func graph(since: Date?) throws(SQLiteFailure) -> Graph {
        let sql = """
            SELECT flow, from_screen, action, to_screen, stay_class, sum(count) FROM edges WHERE hour >= ?
            GROUP BY from_screen, action, to_screen, stay_class
            """
        let folded = try statement(sql).bind(since.map(\.hour) ?? .min).all(EdgeCount.init)
        let query = GraphQuery(since: since)
        let unfolded = try JournalRollup(self, limit: OperatorLimits.unfoldedEntriesPerGraph).edges.filter(
            query.matches
        )
        let counts = try statement(StoreSummary.counts(sandboxes: SQLiteStore.sandboxes)).all(StoreSummary.Count.init)
        return Graph(folded + unfolded, front: StoreSummary.fronts(counts))
    }
}

/// The next journal entries to add to `runs` and to the hourly counts in `edges` and `server_counts`.
struct JournalRollup {
    let entryCount: Int
    let edges: [EdgeCount]
    private let counts: [BuildCount]
    private let problems: [(session: Int?, build: Int?, seen: SeenProblem)]
    /// The trails of the entries, by the number of the session.
    private let trails: [Int: [TrailEntry]]
    /// The number of the last entry.
    private let last: Int

    static let query = """
        SELECT \(UnfoldedEntry.columns), entry.number, entry.session, entry.session IN (\(SQLiteStore.sandboxes))
        FROM journal AS entry
        LEFT JOIN journal AS before ON before.number = entry.previous AND before.revision = entry.revision - 1
        WHERE entry.number > ? ORDER BY entry.number LIMIT ?
        """

    /// Reads entries. Must be called in a transaction.
    init(_ connection: SQLiteConnection, limit: Int) throws(SQLiteFailure) {
        let lastFolded = try connection.number("SELECT folded_journal_number FROM bookkeeping")
        let entries = try connection.statement(Self.query).bind(lastFolded).bind(limit).all { row in
            let columns = UnfoldedEntry.columnNames.count
            let entry = UnfoldedEntry(row, ofSandbox: row.bool(columns + 2))
            return (number: row.int(columns), session: row.int(columns + 1), entry: entry)
        }
        last = entries.last?.number ?? lastFolded
        entryCount = entries.count
        edges = EdgeCount.sum(entries.compactMap(\.entry.edge))
        counts = BuildCount.sum(entries.flatMap(\.entry.counts))
        // SQLite knows the session by its number.
        problems = entries.compactMap { _, session, entry in
            entry.problem(in: "").map { (session, entry.build, $0) }
        }
        trails = Dictionary(grouping: entries.filter { $0.entry.trail != nil }, by: \.session)
            .mapValues { $0.compactMap(\.entry.trail) }
    }

    /// Whether an entry adds to a problem.
    var hasProblems: Bool { !problems.isEmpty }

    /// Adds the entries to `edges`, `server_counts`, `problems` and `runs`. Must be called in the transaction that read them.
    func fold(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        try connection.statement("UPDATE bookkeeping SET folded_journal_number = ?").bind(last).run()
        let addition = """
            INSERT INTO edges (hour, flow, from_screen, action, to_screen, stay_class, count) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET count = count + excluded.count
            """
        for edge in edges {
            try connection.statement(addition).bind(edge.hour).bind(edge.flow ?? "").bind(edge.from ?? "")
                .bind(edge.action).bind(edge.to ?? "").bind(edge.stay.number).bind(edge.count).run()
        }
        try connection.add(counts)
        try connection.add(problems)
        for (session, trails) in trails.sorted(by: { $0.key < $1.key }) {
            var runs = try connection.runs(of: session, condition: "AND outcome IS NULL")
            for trail in trails { runs.apply(trail) }
            try connection.write(runs, of: session)
        }
    }
}

/// The next incidents to add to `runs`.
struct IncidentRollup {
    let count: Int
    private let incidents: [(number: Int, session: Int, node: Int, screen: String)]

    /// Reads incidents. Must be called in a transaction that has folded the whole journal: only then do the runs
    /// contain the incidents' screens.
    init(_ connection: SQLiteConnection, limit: Int) throws(SQLiteFailure) {
        let sql = """
            SELECT number, session, node, screen FROM incidents
            WHERE number > (SELECT folded_incident_number FROM bookkeeping) ORDER BY number LIMIT ?
            """
        incidents = try connection.statement(sql).bind(limit).all {
            ($0.int(0), $0.int(1), $0.int(2), $0.text(3))
        }
        count = incidents.count
    }

    /// Adds the incidents to `runs`. Then deletes the oldest incidents of their sessions, down to
    /// ``Incident/mostPerSession``.
    func fold(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        guard let last = incidents.last?.number else { return }
        try connection.statement("UPDATE bookkeeping SET folded_incident_number = ?").bind(last).run()
        for (session, incidents) in Dictionary(grouping: incidents, by: \.session).sorted(by: { $0.key < $1.key }) {
            var runs = try connection.runs(of: session)
            for incident in incidents { runs.refuse(incident.screen, of: incident.node) }
            try connection.write(runs, of: session)
            try connection.statement(CommitWriter.incidentDeletion).bind(session).bind(Incident.mostPerSession).run()
        }
    }
}

extension SQLiteConnection {
    fileprivate func runs(of session: Int, condition: String = "") throws(SQLiteFailure) -> SessionRuns {
        let sql = """
            SELECT \(FlowRun.columns), number FROM runs INDEXED BY runs_by_session WHERE session = ? \(condition)
            ORDER BY number
            """
        return SessionRuns(
            try statement(sql).bind(session).all { (number: $0.int(FlowRun.columnNames.count), run: FlowRun($0)) }
        )
    }

    private static let runUpdate =
        "UPDATE runs SET outcome = ?, course_json = ?, stays_json = ?, position_json = ? WHERE number = ?"
    private static let runInsertion = String.insertion(into: "runs", FlowRun.columnNames + ["session"])

    fileprivate func write(_ runs: SessionRuns, of session: Int) throws(SQLiteFailure) {
        for (number, run) in runs.changed {
            if let number {
                try statement(Self.runUpdate).bind(run.outcome?.rawValue).bind(run.courseJSON)
                    .bind(run.staysJSON).bind(run.positionJSON).bind(number).run()
            } else {
                try statement(Self.runInsertion).bind(run.flow).bind(run.node)
                    .bind(run.startedAt).bind(run.app).bind(run.idiom).bind(run.locale).bind(run.outcome?.rawValue)
                    .bind(run.courseJSON).bind(run.staysJSON).bind(run.positionJSON).bind(session).run()
            }
        }
    }
}
