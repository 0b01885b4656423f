public import Fairway
public import FairwayOperators
import FairwayWire
public import Foundation

/// Problems, which ``OperatorStore`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func addProblems(_ problems: [SeenProblem]) async throws(StoreError) {
        guard !problems.isEmpty else { return }
        try await write { try $0.add(problems) }
        while try await !write({ try $0.deleteProblemsBeyondLimit() }) {}
    }

    public func problems(_ query: ProblemsQuery) async throws(StoreError) -> Page<ListedProblem> {
        let position = try ProblemPosition(cursor: query.cursor)
        let number = try Int(cursor: position?.rest)
        return try await readForAdmin { connection in
            let statement = try connection.statement(Self.statement(query)).bind(query.since?.milliseconds ?? .min)
                .bind(position?.lastSeen ?? .max).bind(number ?? .max)
            for (_, value) in query.conditions { statement.bind(value) }
            let rows = try statement.bind(query.limit.withNextRow).all {
                (number: $0.int(0), row: ListedProblem($0, from: 1))
            }
            return Page(
                try connection.completed(rows, hoursSince: query.hoursSince).map { number, row in
                    (ProblemPosition(lastSeen: row.lastSeen.milliseconds, rest: "\(number)"), row)
                },
                limit: query.limit
            )
        }
    }

    public func problem(_ id: String, hoursSince: Date) async throws(StoreError) -> ListedProblem? {
        try await readForAdmin { connection in
            let sql = "SELECT number, \(ListedProblem.columns) FROM problems WHERE id = ?"
            let rows = try connection.statement(sql).bind(id).all {
                (number: $0.int(0), row: ListedProblem($0, from: 1))
            }
            return try connection.completed(rows, hoursSince: hoursSince).first?.row
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
    fileprivate func add(_ problems: [SeenProblem]) throws(SQLiteFailure) {
        var counts: [BuildCount] = []
        for seen in problems {
            let session = try connection.statement(Self.sessionLookup).bind(seen.session).first { $0.int(0) }
            guard let session else { continue }
            try connection.add(seen, of: session, by: build)
            if let measure = seen.measure {
                counts.append(
                    BuildCount(build: build ?? 0, ServerCount(hour: seen.first.hour, measure, count: seen.count))
                )
            }
        }
        try connection.add(BuildCount.sum(counts))
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
    /// Adds occurrences of a problem in a session, unless the session was deleted.
    func add(_ seen: SeenProblem, of session: Int, by build: Int?) throws(SQLiteFailure) {
        let (group, hour) = (seen.group, seen.first.hour)
        let apps = try statement("SELECT device_app FROM sessions WHERE number = ?").bind(session).all {
            $0.optionalText(0)
        }
        guard let device = apps.first else { return }
        let app = device.flatMap(Device.tag) ?? ""
        let problem =
            try statement(Self.problemAddition).bind(group.id).bind(group.kind.rawValue)
            .bind(group.flow).bind(group.screen).bind(group.name).bind(group.code).bind(group.cause).bind(seen.count)
            .bind(seen.first).bind(seen.last).bind(build).all { $0.int(0) }.first ?? 0
        try statement("INSERT OR IGNORE INTO problem_sessions (problem, session) VALUES (?, ?)")
            .bind(problem).bind(session).run()
        if changedRows > 0 {
            try statement("UPDATE problems SET sessions = sessions + 1 WHERE number = ?").bind(problem).run()
        }
        try statement(Self.addition(to: "problem_hours", "hour")).bind(problem).bind(hour).bind(seen.count)
            .run()
        try statement("DELETE FROM problem_hours WHERE problem = ? AND hour <= ?")
            .bind(problem).bind(hour - OperatorLimits.hoursPerProblem).run()
        try statement(Self.addition(to: "problem_apps", "app")).bind(problem).bind(app).bind(seen.count)
            .run()
        try statement(Self.appDeletion).bind(problem).bind(app).bind(OperatorLimits.appsPerProblem - 1).run()
    }

    /// Parameters: the id, the columns of the group, the count, the first and the last time, the number of the build.
    private static let problemAddition = """
        INSERT INTO problems (id, kind, flow, screen, name, code, cause, sessions, count, first_seen_ms, last_seen_ms, first_build,
            last_build, status)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9, ?10, seen.build, seen.build, 'open'
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
