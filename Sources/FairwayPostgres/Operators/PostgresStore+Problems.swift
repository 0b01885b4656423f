public import Fairway
public import FairwayOperators
public import Foundation

extension PostgresStore {
    /// Adds occurrences of problems, and deletes the problems beyond the limit.
    public func addProblems(_ batch: ProblemBatch) async throws(StoreError) {
        guard !batch.problems.isEmpty else { return }
        _ = try result(await runWrite([SQLStatement.noting(batch.problems, of: batch, by: build.number)]))
    }

    /// A page of problems, those that were seen last first.
    public func problems(_ query: ProblemsQuery) async throws(StoreError) -> Page<ListedProblem> {
        let call = Self.call(query, after: try TimePosition(cursor: query.cursor))
        let rows = try await completed(readList(call).all { ListedProblem($0) }, hoursSince: query.hoursSince)
        return Page(
            rows.map { (TimePosition(time: $0.lastSeen.milliseconds, rest: $0.id), $0) },
            limit: query.limit
        )
    }

    static func call(_ query: ProblemsQuery, after position: TimePosition?) -> SQLStatement {
        var filter = SQLConditions()
        if let since = query.since { filter.add("last_seen_ms >= ?") { $0.bind(since) } }
        if let position {
            filter.add("(last_seen_ms, id) < (?, ?)") { $0.bind(position.time).bind(position.rest) }
        }
        for (sql, value) in query.conditions { filter.add(sql) { $0.bind(value) } }
        return filter.call("SELECT \(ListedProblem.columns) FROM problems") {
            ("ORDER BY last_seen_ms DESC, id DESC LIMIT ?", $0.bind(query.limit.withNextRow))
        }
    }

    /// The problems with these ids.
    public func problems(_ ids: [String], hoursSince: Date) async throws(StoreError) -> [ListedProblem] {
        let sql = "SELECT \(ListedProblem.columns) FROM problems WHERE id = ANY ($1)"
        let rows = try await readList(SQLStatement(sql).bind(ids)).all { ListedProblem($0) }
        return try await completed(rows, hoursSince: hoursSince)
    }

    /// Adds the hours and the versions of the app to problems.
    private func completed(_ rows: [ListedProblem], hoursSince: Date) async throws(StoreError) -> [ListedProblem] {
        guard !rows.isEmpty else { return [] }
        let hours =
            "SELECT problem, hour, count FROM problem_hours WHERE problem = ANY ($1) AND hour >= $2 ORDER BY hour"
        let apps = "SELECT problem, app, count FROM problem_apps WHERE problem = ANY ($1) ORDER BY count DESC, app"
        let ids = rows.map(\.id)
        let counts = try await readLists([
            SQLStatement(hours).bind(ids).bind(hoursSince.hour), SQLStatement(apps).bind(ids),
        ])
        let hoursByID = Dictionary(
            grouping: counts[0].all { ($0.text(0), ListedProblem.HourCount(hour: $0.int(1), count: $0.int(2))) },
            by: \.0
        )
        let appsByID = Dictionary(
            grouping: counts[1].all {
                ($0.text(0), ListedProblem.AppCount(app: $0.textUnlessEmpty(1), count: $0.int(2)))
            },
            by: \.0
        )
        return rows.map { row in
            var row = row
            row.hours = hoursByID[row.id]?.map(\.1) ?? []
            row.apps = appsByID[row.id]?.map(\.1) ?? []
            return row
        }
    }

    /// Sets the status of a problem.
    public func setStatus(
        _ status: ListedProblem.Status,
        of problem: String,
        at date: Date
    ) async throws(StoreError) -> Bool {
        let isResolved = status == .resolved
        let sql = """
            UPDATE problems SET status = $1, resolved_at_ms = $2,
                resolved_in = CASE WHEN $2 IS NOT NULL THEN (\(Self.newestBuild)) END
            WHERE id = $3
            """
        let call = SQLStatement(sql).bind(status.rawValue).bind(isResolved ? date : nil).bind(problem)
        return try await write(call).affected > 0
    }

    /// Deletes problems that were last seen before a date, with their rows.
    func deleteProblems(before date: Date, limit: Int) async throws(StoreError) -> Int {
        let sql = """
            WITH gone AS (
                DELETE FROM problems WHERE id IN (
                    SELECT id FROM problems WHERE last_seen_ms < $1 ORDER BY last_seen_ms, id LIMIT $2 FOR UPDATE
                ) RETURNING id
            ), sessions_gone AS (DELETE FROM problem_sessions USING gone WHERE problem = gone.id),
            hours_gone AS (DELETE FROM problem_hours USING gone WHERE problem = gone.id),
            apps_gone AS (DELETE FROM problem_apps USING gone WHERE problem = gone.id)
            SELECT id FROM gone
            """
        return try await write(SQLStatement(sql).bind(date).bind(limit)).count
    }
}

extension SQLStatement {
    /// Adds occurrences of problems, and deletes the problems beyond the limit.
    ///
    /// - Parameter batch: The batch of the problems, if it may be added again.
    static func noting(_ problems: [SeenProblem], of batch: ProblemBatch? = nil, by build: Int?) -> SQLStatement {
        let mostSessions = batch?.mostSessions ?? OperatorLimits.sessionsPerProblem
        let groups = problems.map(\.group)
        return SQLStatement("SELECT note_problems(\((1...26).map { "$\($0)" }.joined(separator: ", ")))")
            .bind(batch?.writer).bind(batch?.number).bind(OperatorLimits.problemWriters)
            .bind(groups.map(\.placeID)).bind(groups.map { $0.cause == nil ? nil : $0.withoutCause.id })
            .bind(problems.map(\.app)).bind(OperatorLimits.causesPerProblem)
            .bind(mostSessions).bind(OperatorLimits.excessSessions(of: mostSessions))
            .bind(groups.map(\.id)).bind(groups.map(\.kind.rawValue)).bind(groups.map(\.flow))
            .bind(groups.map(\.screen)).bind(groups.map(\.name)).bind(groups.map(\.code)).bind(groups.map(\.cause))
            .bind(problems.map(\.session)).bind(problems.map(\.first.hour)).bind(problems.map(\.count))
            .bind(problems.map(\.first.milliseconds)).bind(problems.map(\.last.milliseconds))
            .bind(problems.map { $0.measure?.rawValue }).bind(build).bind(OperatorLimits.hoursPerProblem)
            .bind(OperatorLimits.appsPerProblem).bind(OperatorLimits.problems)
    }
}
