public import Fairway
public import FairwayOperators
public import Foundation

/// The audit and the batches of operators, which ``Store`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func record(_ entry: AuditEntry) async throws(StoreError) {
        try await write { writer in
            let sql = """
                INSERT INTO audit (\(AuditEntry.columns))
                VALUES (?1, ?2, ?3, ?4, coalesce(?5, (SELECT user_id FROM sessions WHERE id = ?4)), ?6)
                """
            try writer.connection.statement(sql).bind(entry.at).bind(entry.operator).bind(entry.call)
                .bind(entry.session).bind(entry.user).bind(entry.request).run()
        }
    }

    public func audit(_ query: AuditQuery) async throws(StoreError) -> Page<AuditEntry> {
        let cursor = try Int(cursor: query.cursor)
        return try await readForAdmin { connection in
            let statement = try connection.statement(Self.statement(query))
            for (_, value) in query.conditions { statement.bind(value) }
            let rows = try statement.bind(cursor ?? .max).bind(query.limit.withNextRow).all {
                ($0.int(AuditEntry.numberColumn), AuditEntry($0))
            }
            return Page(rows, limit: query.limit)
        }
    }

    static func statement(_ query: AuditQuery) -> String {
        let index =
            if query.user != nil {
                "INDEXED BY audit_by_user"
            } else if query.session != nil {
                "INDEXED BY audit_by_session"
            } else if query.operator != nil {
                "INDEXED BY audit_by_operator"
            } else {
                "NOT INDEXED"
            }
        let conditions = query.conditions.map { "\($0.column) = ?" } + ["number < ?"]
        return """
            SELECT \(AuditEntry.columns), number FROM audit \(index) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY number DESC LIMIT ?
            """
    }

    public func addBatch(_ batch: SessionBatch) async throws(StoreError) -> Bool {
        try await write { writer in
            let sql = """
                INSERT INTO batches (id, operator, action, filter_json, state, total, created_at_ms)
                SELECT ?, ?, ?, ?, ?, ?, ? WHERE (SELECT count(*) FROM batches WHERE \(SessionBatch.isAtWork)) < ?
                """
            try writer.connection.statement(sql).bind(batch.id).bind(batch.operator).bind(batch.action.rawValue)
                .bind(batch.filter).bind(batch.state.rawValue).bind(batch.total).bind(batch.createdAt)
                .bind(OperatorLimits.runningBatches).run()
            return writer.connection.changedRows > 0
        }
    }

    public func batches(_ query: BatchesQuery) async throws(StoreError) -> Page<SessionBatch> {
        let cursor = try Int(cursor: query.cursor)
        return try await readForAdmin { connection in
            let sql = """
                SELECT \(SessionBatch.columns), number FROM batches WHERE number < ? ORDER BY number DESC LIMIT ?
                """
            let rows = try connection.statement(sql).bind(cursor ?? .max).bind(query.limit.withNextRow).all {
                ($0.int(SessionBatch.numberColumn), SessionBatch($0))
            }
            return Page(rows, limit: query.limit)
        }
    }

    public func batch(_ id: String) async throws(StoreError) -> SessionBatch? {
        try await readForAdmin { connection in
            let sql = "SELECT \(SessionBatch.columns) FROM batches WHERE id = ?"
            return try connection.statement(sql).bind(id).first(SessionBatch.init)
        }
    }

    public func runningBatch() async throws(StoreError) -> SessionBatch? {
        try await readForAdmin { connection in
            let sql = """
                SELECT \(SessionBatch.columns) FROM batches WHERE \(SessionBatch.isAtWork) ORDER BY number LIMIT 1
                """
            return try connection.statement(sql).first(SessionBatch.init)
        }
    }

    public func erasedBatches(limit: Int) async throws(StoreError) -> [SessionBatch] {
        try await readForAdmin { connection in
            let sql = """
                SELECT \(SessionBatch.columns) FROM batches WHERE \(SessionBatch.isErased) ORDER BY number LIMIT ?
                """
            return try connection.statement(sql).bind(limit).all(SessionBatch.init)
        }
    }

    public func setProgress(
        _ progress: BatchProgress,
        of batch: String,
        state: SessionBatch.State,
        at date: Date
    ) async throws(StoreError) -> SessionBatch.State? {
        try await write { writer in
            let sql = """
                UPDATE batches SET step = ?, done = ?, failed = ?, sessions_json = ?, cursor = ?, is_listed = ?,
                    state = iif(state = 'running', ?, state), ended_at_ms = iif(state = 'running', ?, ended_at_ms)
                WHERE id = ? AND step = ? RETURNING state
                """
            let rows = try writer.connection.statement(sql).bind(progress.step).bind(progress.done)
                .bind(progress.failed).bind(progress.storedSessions).bind(progress.cursor).bind(progress.isListed)
                .bind(state.rawValue).bind(state == .running ? nil : date.milliseconds).bind(batch)
                .bind(progress.step - 1).all { $0.text(0) }
            return rows.first.flatMap(SessionBatch.State.init)
        }
    }

    public func stopBatch(_ id: String, at date: Date) async throws(StoreError) -> SessionBatch.Action? {
        try await write { writer in
            let sql = "UPDATE batches SET state = 'stopped', ended_at_ms = ? WHERE id = ? AND state = 'running'"
            try writer.connection.statement(sql).bind(date).bind(id).run()
            return try writer.connection.statement("SELECT action FROM batches WHERE id = ?").bind(id)
                .first { $0.text(0) }.flatMap(SessionBatch.Action.init)
        }
    }
}
