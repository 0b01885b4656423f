public import Fairway
import FairwayOperators
import Foundation

extension PostgresStore {
    /// Adds uncounted journal entries to the hourly counts and the runs.
    ///
    /// Reads and counts the entries, then marks them and adds the counts in one transaction. The transaction fails if
    /// another node has folded entries in the meantime, so each entry is counted once.
    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        // Read first, so that the journal has the screens.
        let unfolded = try await read(.unfoldedIncidents).first { (folded: $0.int(0), newest: $0.int(1)) }
        let count = try await fold(.unfolded(limit))
        if count < limit, let unfolded { try await foldIncidents(after: unfolded.folded, through: unfolded.newest) }
        return count
    }

    /// Adds incidents to the runs, in pages. Then deletes the oldest incidents of their sessions, down to
    /// ``Incident/mostPerSession``.
    ///
    /// Commits are not in the order of the numbers, which are times in microseconds. So the last minute is read again. To note an
    /// incident again has no effect. Copied incidents have smaller numbers, those of their rows in SQLite, and are read once.
    private func foldIncidents(after folded: Int, through newest: Int) async throws(StoreError) {
        let isTime = folded >= Self.firstTime
        var position = (number: isTime ? folded - 60_000_000 : folded + 1, session: "")
        while true {
            let page = SQLStatement.incidents(after: position, through: newest, limit: OperatorLimits.incidentsPerFold)
            let incidents = try await read(page).all(UnfoldedIncident.init)
            guard let last = incidents.last else { return }
            try await fold { () async throws(StoreError) in
                let changes = SQLStatement.storing(try await runs(with: incidents))
                guard last.number > folded || !changes.isEmpty else { return [] }
                let sessions = Set(incidents.map(\.session)).sorted()
                return changes + [
                    SQLStatement("UPDATE bookkeeping SET folded_incident_number = greatest(folded_incident_number, $1)")
                        .bind(last.number),
                    SQLStatement(Self.incidentDeletion).bind(sessions).bind(Incident.mostPerSession),
                ]
            }
            guard incidents.count == OperatorLimits.incidentsPerFold else { return }
            position = (last.number, last.session)
        }
    }

    /// Smaller numbers are copied row numbers, not times. The year 2001, in microseconds.
    private static let firstTime = 1_000_000_000_000_000

    /// Adds the incidents of sessions to the runs. The journal of the sessions must have been folded.
    func foldIncidents(of sessions: [String]) async throws(StoreError) {
        let incidents = try await read(.incidents(of: sessions)).all(UnfoldedIncident.init)
        guard !incidents.isEmpty else { return }
        try await fold { () async throws(StoreError) in SQLStatement.storing(try await runs(with: incidents)) }
    }

    /// The runs of the incidents' sessions, with the incidents.
    private func runs(with incidents: [UnfoldedIncident]) async throws(StoreError) -> [String: SessionRuns] {
        let bySession = Dictionary(grouping: incidents, by: \.session)
        return try await runs(of: Array(bySession.keys), condition: "") { session, runs in
            for incident in bySession[session] ?? [] { runs.refuse(incident.screen, of: incident.node) }
        }
    }

    /// Adds the entries that a query selects to the hourly counts and the runs, and returns their number.
    func fold(_ entries: SQLStatement) async throws(StoreError) -> Int {
        var count = 0
        try await fold { () async throws(StoreError) in
            let unfolded = UnfoldedEntries(try await read(entries))
            count = unfolded.revisions.count
            guard count > 0 else { return [] }
            let trails = unfolded.trails
            let runs = try await runs(of: Array(trails.keys), condition: "AND outcome IS NULL") { session, runs in
                for trail in trails[session] ?? [] { runs.apply(trail) }
            }
            return SQLStatement.fold(unfolded) + SQLStatement.storing(runs)
        }
        return count
    }

    /// Runs statements in a transaction, unless another node has folded since they were computed. Then they are computed again.
    private func fold(_ statements: () async throws(StoreError) -> [SQLStatement]) async throws(StoreError) {
        for _ in 0..<Self.mostFoldingAttempts {
            let folds = try await read(SQLStatement("SELECT folds FROM bookkeeping")).first { $0.int(0) } ?? 0
            let statements = try await statements()
            guard !statements.isEmpty else { return }
            switch await runWrite([SQLStatement.beginFold(after: folds)] + statements) {
            case .success: return
            case .failure(let failure) where failure.kind == .refused(state: SQLStatement.outdatedFold): continue
            case .failure(let failure): throw failure.storeError(place)
            }
        }
        throw StoreError(
            .unavailable,
            "\(place) could not count journal entries, because other nodes are counting at the same time. Retry later."
        )
    }

    private static let mostFoldingAttempts = 5

    /// The runs of sessions after an update.
    private func runs(
        of sessions: [String],
        condition: String,
        _ update: (String, inout SessionRuns) -> Void
    ) async throws(StoreError) -> [String: SessionRuns] {
        guard !sessions.isEmpty else { return [:] }
        let sql = """
            SELECT \(FlowRun.columns), number, session FROM runs WHERE session = ANY ($1) \(condition) ORDER BY number
            """
        let columns = FlowRun.columnNames.count
        let stored = try await read(SQLStatement(sql).bind(sessions)).all { row in
            (session: row.text(columns + 1), number: row.int(columns), run: FlowRun(row))
        }
        let bySession = Dictionary(grouping: stored, by: \.session)
        var runs: [String: SessionRuns] = [:]
        for session in sessions {
            var own = SessionRuns((bySession[session] ?? []).map { ($0.number, $0.run) })
            update(session, &own)
            runs[session] = own
        }
        return runs
    }
}

/// An incident that may not be in the runs.
private struct UnfoldedIncident: Sendable {
    let number: Int
    let session: String
    let node: Int
    /// Empty if the incident has no screen.
    let screen: String

    /// Reads a row that ``SQLStatement/incidents(of:)`` returns.
    init(_ row: Row) {
        number = row.int(0)
        session = row.text(1)
        node = row.int(2)
        screen = row.text(3)
    }
}

/// Journal entries that are neither in the hourly counts nor in the runs.
struct UnfoldedEntries: Sendable {
    let sessions: [String]
    let revisions: [Int]
    let edges: [EdgeCount]
    let counts: [BuildCount]
    /// Problems, by the number of the build that made the change.
    let problems: [Int?: [SeenProblem]]
    /// Entries with a trail, by session.
    let trails: [String: [TrailEntry]]

    /// Reads the rows that ``SQLStatement/unfolded(_:)`` returns.
    init(_ rows: Rows) {
        let entries = rows.all { row in
            let columns = UnfoldedEntry.columnNames.count
            let entry = UnfoldedEntry(row, ofSandbox: row.bool(columns + 1))
            return (session: row.text(columns), revision: row.int(0), entry: entry)
        }
        sessions = entries.map(\.session)
        revisions = entries.map(\.revision)
        edges = EdgeCount.sum(entries.compactMap(\.entry.edge))
        counts = BuildCount.sum(entries.flatMap(\.entry.counts))
        problems = Dictionary(grouping: entries, by: \.entry.build)
            .mapValues { $0.compactMap { $0.entry.problem(in: $0.session) } }.filter { !$0.value.isEmpty }
        trails = Dictionary(grouping: entries.filter { $0.entry.trail != nil }, by: \.session)
            .mapValues { $0.compactMap(\.entry.trail) }
    }
}

extension SQLStatement {
    /// Reads uncounted entries, each joined with its predecessor in the session.
    static func unfolded(_ limit: Int) -> SQLStatement { SQLStatement(unfolded("")).bind(limit) }

    /// Reads uncounted entries of sessions.
    static func unfolded(_ limit: Int, of sessions: [String]) -> SQLStatement {
        SQLStatement(unfolded("entry.session = ANY ($2) AND")).bind(limit).bind(sessions)
    }

    private static func unfolded(_ condition: String) -> String {
        """
        SELECT \(UnfoldedEntry.columns), entry.session, entry.session = ANY (ARRAY(\(PostgresStore.sandboxes)))
        FROM journal AS entry
        LEFT JOIN journal AS before ON before.session = entry.session AND before.revision = entry.revision - 1
        WHERE \(condition) NOT entry.is_folded ORDER BY entry.number, entry.at_ms, entry.session, entry.revision LIMIT $1
        """
    }

    /// The SQLSTATE of a fold that read entries which another node has folded or deleted.
    static let outdatedFold = "FW001"

    /// Fails with ``outdatedFold`` if another node has folded.
    static func beginFold(after folds: Int) -> SQLStatement { SQLStatement("SELECT begin_fold($1)").bind(folds) }

    /// Reads the number of the last incident that is in the runs, and that of the newest one.
    fileprivate static let unfoldedIncidents = SQLStatement(
        "SELECT folded_incident_number, (SELECT max(number) FROM incidents) FROM bookkeeping"
    )

    /// Reads a page of incidents.
    fileprivate static func incidents(
        after position: (number: Int, session: String),
        through newest: Int,
        limit: Int
    ) -> SQLStatement {
        let condition = "(number, session) > ($1, $2) AND number <= $3 ORDER BY number, session LIMIT $4"
        return SQLStatement("\(incidents) \(condition)").bind(position.number).bind(position.session).bind(newest)
            .bind(limit)
    }

    /// Reads the incidents of sessions.
    fileprivate static func incidents(of sessions: [String]) -> SQLStatement {
        SQLStatement("\(incidents) session = ANY ($1)").bind(sessions)
    }

    private static let incidents = "SELECT number, session, node, screen FROM incidents WHERE"

    /// Marks entries as folded, and adds them to the counts.
    static func fold(_ journal: UnfoldedEntries) -> [SQLStatement] {
        [SQLStatement("SELECT mark_folded($1, $2)").bind(journal.sessions).bind(journal.revisions)]
            + adding(journal.edges) + adding(journal.counts)
            + journal.problems.sorted { ($0.key ?? 0) < ($1.key ?? 0) }.map { noting($0.value, by: $0.key) }
    }

    private static func adding(_ edges: [EdgeCount]) -> [SQLStatement] {
        guard !edges.isEmpty else { return [] }
        let sql = """
            INSERT INTO edges AS old (hour, flow, from_screen, action, to_screen, stay_class, count)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (hour, flow, from_screen, action, to_screen, stay_class)
            DO UPDATE SET count = old.count + excluded.count
            """
        return [
            SQLStatement(sql).bind(edges.map(\.hour)).bind(edges.map { $0.flow ?? "" }).bind(
                edges.map { $0.from ?? "" }
            )
            .bind(edges.map(\.action)).bind(edges.map { $0.to ?? "" }).bind(edges.map(\.stay.number))
            .bind(edges.map(\.count))
        ]
    }

    /// Stores the runs that have changed.
    static func storing(_ runs: [String: SessionRuns]) -> [SQLStatement] {
        let changed = runs.sorted { $0.key < $1.key }.flatMap { session, runs in
            runs.changed.map { (session: session, number: $0.number, run: $0.run) }
        }
        let (new, old) = (changed.filter { $0.number == nil }, changed.filter { $0.number != nil })
        // A session that was deleted since the entries were read has ended the run.
        let update = """
            UPDATE runs SET outcome = coalesce(runs.outcome, new.outcome), course_json = new.course, stays_json = new.stays,
                position_json = new.position
            FROM unnest($1, $2, $3, $4, $5) AS new (number, outcome, course, stays, position) WHERE runs.number = new.number
            """
        let insertion = """
            INSERT INTO runs (\(FlowRun.columns), session) SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """
        var statements: [SQLStatement] = []
        if !old.isEmpty {
            statements.append(
                SQLStatement(update).bind(old.map { $0.number ?? 0 }).bind(old.map(\.run.outcome?.rawValue))
                    .bind(old.map(\.run.courseJSON)).bind(old.map(\.run.staysJSON)).bind(old.map(\.run.positionJSON))
            )
        }
        if !new.isEmpty {
            statements.append(
                SQLStatement(insertion).bind(new.map(\.run.flow)).bind(new.map(\.run.node))
                    .bind(new.map(\.run.startedAt.milliseconds)).bind(new.map(\.run.app)).bind(new.map(\.run.idiom))
                    .bind(new.map(\.run.locale)).bind(new.map(\.run.outcome?.rawValue)).bind(new.map(\.run.courseJSON))
                    .bind(new.map(\.run.staysJSON)).bind(new.map(\.run.positionJSON))
                    .bind(new.map(\.session))
            )
        }
        return statements
    }
}
