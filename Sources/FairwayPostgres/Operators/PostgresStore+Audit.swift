public import Fairway
public import FairwayOperators
public import Foundation

extension PostgresStore {
    /// Adds an entry to the audit.
    public func record(_ entry: AuditEntry) async throws(StoreError) {
        let sql = """
            INSERT INTO audit (\(AuditEntry.columns))
            VALUES ($1, $2, $3, $4, coalesce($5, (SELECT user_id FROM sessions WHERE id = $4)), $6)
            """
        _ = try await write(
            SQLStatement(sql).bind(entry.at).bind(entry.operator).bind(entry.call).bind(entry.session).bind(entry.user)
                .bind(entry.request)
        )
    }

    /// A page of the audit, newest first.
    public func audit(_ query: AuditQuery) async throws(StoreError) -> Page<AuditEntry> {
        let cursor = try Int(cursor: query.cursor)
        var filter = SQLConditions()
        for (column, value) in query.conditions { filter.add("\(column) = ?") { $0.bind(value) } }
        if let cursor { filter.add("number < ?") { $0.bind(cursor) } }
        let rows = try await readList(
            filter.call("SELECT \(AuditEntry.columns), number FROM audit") {
                ("ORDER BY number DESC LIMIT ?", $0.bind(query.limit.withNextRow))
            }
        )
        return Page(rows.all { ($0.int(AuditEntry.numberColumn), AuditEntry($0)) }, limit: query.limit)
    }

    /// Adds a batch, unless too many are running.
    public func addBatch(_ batch: SessionBatch) async throws(StoreError) -> Bool {
        let sql = """
            INSERT INTO batches (id, operator, action, filter_json, state, total, created_at_ms)
            SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM batches WHERE \(SessionBatch.isAtWork)) < $8
            """
        let insertion = SQLStatement(sql).bind(batch.id).bind(batch.operator).bind(batch.action.rawValue)
            .bind(batch.filter).bind(batch.state.rawValue).bind(batch.total).bind(batch.createdAt)
            .bind(OperatorLimits.runningBatches)
        return try await write(insertion).affected > 0
    }

    /// A page of batches, newest first.
    public func batches(_ query: BatchesQuery) async throws(StoreError) -> Page<SessionBatch> {
        let cursor = try Int(cursor: query.cursor)
        let sql = "SELECT \(SessionBatch.columns), number FROM batches WHERE number < $1 ORDER BY number DESC LIMIT $2"
        let rows = try await readList(SQLStatement(sql).bind(cursor ?? .max).bind(query.limit.withNextRow))
        return Page(rows.all { ($0.int(SessionBatch.numberColumn), SessionBatch($0)) }, limit: query.limit)
    }

    /// The batch with an id.
    public func batch(_ id: String) async throws(StoreError) -> SessionBatch? {
        let sql = "SELECT \(SessionBatch.columns) FROM batches WHERE id = $1"
        return try await readList(SQLStatement(sql).bind(id)).first(SessionBatch.init)
    }

    /// The oldest running batch that may have sessions left.
    public func runningBatch() async throws(StoreError) -> SessionBatch? {
        let sql = "SELECT \(SessionBatch.columns) FROM batches WHERE \(SessionBatch.isAtWork) ORDER BY number LIMIT 1"
        return try await readList(SQLStatement(sql)).first(SessionBatch.init)
    }

    /// Running batches that have erased all their sessions, oldest first.
    public func erasedBatches(limit: Int) async throws(StoreError) -> [SessionBatch] {
        let sql = "SELECT \(SessionBatch.columns) FROM batches WHERE \(SessionBatch.isErased) ORDER BY number LIMIT $1"
        return try await readList(SQLStatement(sql).bind(limit)).all(SessionBatch.init)
    }

    /// Writes the progress of a batch, unless another node has written it.
    public func setProgress(
        _ progress: BatchProgress,
        of batch: String,
        state: SessionBatch.State,
        at date: Date
    ) async throws(StoreError) -> SessionBatch.State? {
        let sql = """
            UPDATE batches SET step = $1, done = $2, failed = $3, sessions_json = $4, cursor = $5, is_listed = $6,
                state = CASE state WHEN 'running' THEN $7 ELSE state END,
                ended_at_ms = CASE state WHEN 'running' THEN $8 ELSE ended_at_ms END
            WHERE id = $9 AND step = $10 RETURNING state
            """
        let update = SQLStatement(sql).bind(progress.step).bind(progress.done).bind(progress.failed)
            .bind(progress.storedSessions).bind(progress.cursor).bind(progress.isListed).bind(state.rawValue)
            .bind(state == .running ? nil : date).bind(batch).bind(progress.step - 1)
        return try await write(update).first { $0.text(0) }.flatMap(SessionBatch.State.init)
    }

    /// Stops a batch if it is running.
    public func stopBatch(_ id: String, at date: Date) async throws(StoreError) -> SessionBatch.Action? {
        let sql = "UPDATE batches SET state = 'stopped', ended_at_ms = $1 WHERE id = $2 AND state = 'running'"
        _ = try await write(SQLStatement(sql).bind(date).bind(id))
        return try await read(SQLStatement("SELECT action FROM batches WHERE id = $1").bind(id)).first { $0.text(0) }
            .flatMap(SessionBatch.Action.init)
    }
}
