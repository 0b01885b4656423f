public import Fairway
public import FairwayOperators
import FairwayWire
public import Foundation

/// Problems, which ``OperatorStore`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func addProblems(_ batch: ProblemBatch) async throws(StoreError) {
        guard !batch.problems.isEmpty else { return }
        try await write { try $0.add(batch) }
        while try await !write({ try $0.deleteProblemsBeyondLimit() }) {}
    }

    public func problems(_ query: ProblemsQuery) async throws(StoreError) -> Page<ListedProblem> {
        let position = try TimePosition(cursor: query.cursor)
        let number = try Int(cursor: position?.rest)
        return try await readForAdmin { connection in
            let statement = try connection.statement(Self.statement(query)).bind(query.since?.milliseconds ?? .min)
                .bind(position?.time ?? .max).bind(number ?? .max)
            for (_, value) in query.conditions { statement.bind(value) }
            let rows = try statement.bind(query.limit.withNextRow).all {
                (number: $0.int(0), row: ListedProblem($0, from: 1))
            }
            return Page(
                try connection.completed(rows, hoursSince: query.hoursSince).map { number, row in
                    (TimePosition(time: row.lastSeen.milliseconds, rest: "\(number)"), row)
                },
                limit: query.limit
            )
        }
    }

    public func problems(_ ids: [String], hoursSince: Date) async throws(StoreError) -> [ListedProblem] {
        try await readForAdmin { connection in
            let sql = "SELECT number, \(ListedProblem.columns) FROM problems WHERE id = ?"
            var rows: [(number: Int, row: ListedProblem)] = []
            for id in ids {
                rows += try connection.statement(sql).bind(id).all {
                    (number: $0.int(0), row: ListedProblem($0, from: 1))
                }
            }
            return try connection.completed(rows, hoursSince: hoursSince).map(\.row)
        }
    }

    public func setStatus(
        _ status: ListedProblem.Status,
        of problem: String,
        at date: Date
    ) async throws(StoreError) -> Bool {
        try await write { writer in
            let sql = """
                UPDATE problems SET status = ?1, resolved_at_ms = iif(?1 = 'resolved', ?2, NULL),
                    resolved_in = iif(?1 = 'resolved', (\(Self.newestBuild)), NULL)
                WHERE id = ?3
                """
            try writer.connection.statement(sql).bind(status.rawValue).bind(date).bind(problem).run()
            return writer.connection.changedRows > 0
        }
    }

    /// Walks the problems, those that were seen last first. Parameters: since, position, conditions, limit.
    static func statement(_ query: ProblemsQuery) -> String {
        let conditions =
            ["last_seen_ms >= ?", "(last_seen_ms, number) < (?, ?)"] + query.conditions.map(\.sql)
        return """
            SELECT number, \(ListedProblem.columns) FROM problems INDEXED BY problems_by_last_seen
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY last_seen_ms DESC, number DESC LIMIT ?
            """
    }

    /// The numbers of problems that were last seen before a time. Parameters: time, limit.
    static let oldProblems = """
        SELECT number FROM problems INDEXED BY problems_by_last_seen WHERE last_seen_ms < ? ORDER BY last_seen_ms LIMIT ?
        """

    /// Parameters: the number of a problem, limit.
    static let sessionsOfProblemDeletion = """
        DELETE FROM problem_sessions WHERE number IN (SELECT number FROM problem_sessions WHERE problem = ? LIMIT ?)
        """

    /// Keeps the sessions of a problem that started last. Parameters: the number of the problem, the number of sessions to keep.
    static let excessSessionsDeletion = """
        DELETE FROM problem_sessions WHERE problem = ?1 AND session <= (
            SELECT session FROM problem_sessions WHERE problem = ?1 ORDER BY session DESC LIMIT 1 OFFSET ?2
        )
        RETURNING session
        """

    /// Counts the causes of a place that were seen after a time. Parameters: the id of the place, the time.
    static let causesOfPlace =
        "SELECT count(*) FROM problems INDEXED BY problems_by_place WHERE place_id = ? AND last_seen_ms > ?"

    /// The hours of a problem. Parameters: number, hour.
    static let hoursOfProblem = "SELECT hour, count FROM problem_hours WHERE problem = ? AND hour >= ? ORDER BY hour"

    static let appsOfProblem = "SELECT app, count FROM problem_apps WHERE problem = ? ORDER BY count DESC, app"
}

extension SQLiteConnection {
    /// Adds the hours and the versions of the app to problems.
    fileprivate func completed(
        _ rows: [(number: Int, row: ListedProblem)],
        hoursSince: Date
    ) throws(SQLiteFailure) -> [(number: Int, row: ListedProblem)] {
        var completed = rows
        for (index, (number, _)) in rows.enumerated() {
            completed[index].row.hours = try statement(SQLiteStore.hoursOfProblem).bind(number).bind(hoursSince.hour)
                .all {
                    ListedProblem.HourCount(hour: $0.int(0), count: $0.int(1))
                }
            completed[index].row.apps = try statement(SQLiteStore.appsOfProblem).bind(number).all {
                ListedProblem.AppCount(app: $0.textUnlessEmpty(0), count: $0.int(1))
            }
        }
        return completed
    }
}

extension CommitWriter {
    fileprivate func add(_ batch: ProblemBatch) throws(SQLiteFailure) {
        guard try isNew(batch) else { return }
        var known: [(session: Int?, build: Int?, seen: SeenProblem)] = []
        for seen in batch.problems {
            var session: Int?
            if let id = seen.session {
                session = try connection.statement(Self.sessionLookup).bind(id).first { $0.int(0) }
                guard session != nil else { continue }
            }
            known.append((session, build, seen))
        }
        try connection.add(known, mostSessions: batch.mostSessions)
        let counts = known.compactMap { _, build, seen in
            seen.measure.map {
                BuildCount(build: build ?? 0, ServerCount(hour: seen.first.hour, $0, count: seen.count))
            }
        }
        try connection.add(BuildCount.sum(counts))
    }

    /// Notes a batch. Returns false if it was added before.
    private func isNew(_ batch: ProblemBatch) throws(SQLiteFailure) -> Bool {
        let addition = """
            INSERT INTO problem_writers (writer, batch) VALUES (?, ?)
            ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch WHERE batch < excluded.batch
            """
        try connection.statement(addition).bind(batch.writer).bind(batch.number).run()
        guard connection.changedRows > 0 else { return false }
        let deletion = "DELETE FROM problem_writers WHERE number <= (SELECT max(number) FROM problem_writers) - ?"
        try connection.statement(deletion).bind(OperatorLimits.problemWriters).run()
        return true
    }

    /// Deletes problems beyond the limit, or some of their rows. Returns whether none is left.
    func deleteProblemsBeyondLimit() throws(SQLiteFailure) -> Bool {
        let excess = try connection.number("SELECT count(*) FROM problems") - OperatorLimits.problems
        guard excess > 0 else { return true }
        let (deleted, isComplete) = try deleteProblems(Self.problemsExceptMuted, .max, excess)
        if isComplete, deleted < excess { _ = try deleteProblems(SQLiteStore.oldProblems, .max, excess - deleted) }
        return false
    }

    /// Deletes the problems that a statement selects, with their rows, as far as one transaction may delete rows. Returns the number of
    /// deleted problems, and whether no other is left.
    func deleteProblems(
        _ selection: String,
        _ time: Int,
        _ limit: Int
    ) throws(SQLiteFailure) -> (deleted: Int, isComplete: Bool) {
        let problems = try connection.statement(selection).bind(time).bind(limit).all { $0.int(0) }
        var rowsLeft = OperatorLimits.rowsPerDeletion
        for (index, problem) in problems.enumerated() {
            try connection.statement(SQLiteStore.sessionsOfProblemDeletion).bind(problem).bind(rowsLeft).run()
            rowsLeft -= connection.changedRows
            guard rowsLeft > 0 else { return (index, false) }
            for table in ["problem_hours", "problem_apps"] {
                try connection.statement("DELETE FROM \(table) WHERE problem = ?").bind(problem).run()
                rowsLeft = max(1, rowsLeft - connection.changedRows)
            }
            try connection.statement("DELETE FROM problems WHERE number = ?").bind(problem).run()
        }
        return (problems.count, true)
    }

    /// The session, unless it is a sandbox.
    private static let sessionLookup = "SELECT number FROM sessions WHERE id = ? AND is_sandbox = 0"

    private static let problemsExceptMuted = """
        SELECT number FROM problems INDEXED BY problems_by_last_seen WHERE last_seen_ms < ? AND status <> 'muted'
        ORDER BY last_seen_ms LIMIT ?
        """
}

/// Adding to a problem.
extension SQLiteConnection {
    /// Adds occurrences of problems, each with the number of its session and of the build that has seen it. Ignores those of deleted
    /// sessions.
    func add(
        _ problems: [(session: Int?, build: Int?, seen: SeenProblem)],
        mostSessions: Int = OperatorLimits.sessionsPerProblem
    ) throws(SQLiteFailure) {
        for (session, build, seen) in problems {
            var app = seen.app
            if let session {
                let apps = try statement("SELECT device_app FROM sessions WHERE number = ?").bind(session).all {
                    $0.optionalText(0)
                }
                guard let device = apps.first else { continue }
                app = device
            }
            let problem = try add(seen, app: app.flatMap(Device.tag) ?? "", by: build)
            if let session { try add(session: session, to: problem, most: mostSessions) }
        }
    }

    /// Counts a session, unless it is known or not newer than those that were deleted. Keeps those that started last.
    private func add(session: Int, to problem: Int, most: Int) throws(SQLiteFailure) {
        let addition = """
            INSERT OR IGNORE INTO problem_sessions (problem, session) SELECT number, ?2 FROM problems
            WHERE number = ?1 AND (passed_session IS NULL OR passed_session < ?2)
            """
        try statement(addition).bind(problem).bind(session).run()
        guard changedRows > 0 else { return }
        let counting = "UPDATE problems SET sessions = sessions + 1 WHERE number = ? RETURNING sessions"
        let count = try statement(counting).bind(problem).all { $0.int(0) }.first ?? 0
        guard count > most, count.isMultiple(of: OperatorLimits.excessSessions(of: most)) else { return }
        let deleted = try statement(SQLiteStore.excessSessionsDeletion).bind(problem).bind(most).all { $0.int(0) }
        guard let passed = deleted.max() else { return }
        try statement("UPDATE problems SET passed_session = ? WHERE number = ?").bind(passed).bind(problem).run()
    }

    /// Adds occurrences without their session, and returns the number of the problem.
    private func add(_ seen: SeenProblem, app: String, by build: Int?) throws(SQLiteFailure) -> Int {
        let (group, hour) = (try limited(seen), seen.first.hour)
        let problem =
            try statement(Self.problemAddition).bind(group.id).bind(group.kind.rawValue)
            .bind(group.flow).bind(group.screen).bind(group.name).bind(group.code).bind(group.cause).bind(seen.count)
            .bind(seen.first).bind(seen.last).bind(build).bind(group.placeID).all { $0.int(0) }.first ?? 0
        try statement(Self.addition(to: "problem_hours", "hour")).bind(problem).bind(hour).bind(seen.count)
            .run()
        try statement("DELETE FROM problem_hours WHERE problem = ? AND hour <= ?")
            .bind(problem).bind(hour - OperatorLimits.hoursPerProblem).run()
        try statement(Self.addition(to: "problem_apps", "app")).bind(problem).bind(app).bind(seen.count)
            .run()
        try statement(Self.appDeletion).bind(problem).bind(app).bind(OperatorLimits.appsPerProblem - 1).run()
        return problem
    }

    /// The group, or that of further causes of its place.
    private func limited(_ seen: SeenProblem) throws(SQLiteFailure) -> ProblemGroup {
        let group = seen.group
        guard let place = group.placeID else { return group }
        let isKnown = try statement("SELECT 1 FROM problems WHERE id = ?").bind(group.id).first { $0.int(0) } != nil
        if isKnown { return group }
        let causes =
            try statement(SQLiteStore.causesOfPlace).bind(place).bind(seen.recentCausesSince).first { $0.int(0) } ?? 0
        return causes < OperatorLimits.causesPerProblem ? group : group.withoutCause
    }

    /// Parameters: the id, the columns of the group, the count, the first and the last time, the number of the build, the place.
    private static let problemAddition = """
        INSERT INTO problems (id, kind, flow, screen, name, code, cause, sessions, count, first_seen_ms, last_seen_ms, first_build,
            last_build, status, place_id)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9, ?10, seen.build, seen.build, 'open', ?12
        FROM (SELECT (SELECT build FROM builds WHERE number = ?11) AS build) AS seen WHERE true
        ON CONFLICT (id) DO UPDATE SET
            count = count + excluded.count,
            first_seen_ms = min(first_seen_ms, excluded.first_seen_ms),
            last_seen_ms = max(last_seen_ms, excluded.last_seen_ms),
            last_build = coalesce(excluded.last_build, last_build),
            status = iif(resolved_at_ms < excluded.last_seen_ms, 'open', status),
            resolved_at_ms = iif(resolved_at_ms < excluded.last_seen_ms, NULL, resolved_at_ms)
        RETURNING number
        """

    private static func addition(to table: String, _ column: String) -> String {
        """
        INSERT INTO \(table) (problem, \(column), count) VALUES (?, ?, ?)
        ON CONFLICT (problem, \(column)) DO UPDATE SET count = count + excluded.count
        """
    }

    /// A version that was just seen stays, so that a new one can grow. Parameters: problem, version, the number of others to keep.
    private static let appDeletion = """
        DELETE FROM problem_apps WHERE number IN (
            SELECT number FROM problem_apps WHERE problem = ? AND app <> ? ORDER BY count DESC, app LIMIT -1 OFFSET ?
        )
        """
}
