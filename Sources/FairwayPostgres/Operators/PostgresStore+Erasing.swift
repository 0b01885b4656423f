public import Fairway
import FairwayEvents
public import FairwayOperators
public import Foundation

extension PostgresStore {
    /// Deletes operators' rows that are older than a date.
    public func delete(_ rows: OperatorRows, before date: Date, limit: Int) async throws(StoreError) -> Int {
        switch rows {
        case .runs: return try await write(SQLStatement(Self.runDeletion).bind(date).bind(limit)).affected
        case .counts:
            let edges = try await write(SQLStatement(Self.countDeletion).bind(date.hour).bind(limit)).affected
            let counts = SQLStatement(Self.serverCountDeletion).bind(date.hour).bind(limit - edges)
            return try await edges + write(counts).affected
        case .problems: return try await deleteProblems(before: date, limit: limit)
        case .audit:
            let entries = try await write(SQLStatement(Self.auditDeletion).bind(date).bind(limit)).affected
            let batches = SQLStatement(Self.batchDeletion).bind(date).bind(limit - entries)
            return try await entries + write(batches).affected
        }
    }

    /// Does nothing. PostgreSQL removes the deleted rows from its files with `VACUUM`.
    public func finishErasure() async throws(StoreError) -> Bool { true }

    private static let runDeletion = """
        DELETE FROM runs WHERE number IN (
            SELECT number FROM runs WHERE started_at_ms < $1 ORDER BY started_at_ms LIMIT $2
        )
        """

    /// Uses the primary key's index, which begins with the hour.
    private static let countDeletion: String = {
        let key = "hour, flow, from_screen, action, to_screen, stay_class"
        return "DELETE FROM edges WHERE (\(key)) IN (SELECT \(key) FROM edges WHERE hour < $1 ORDER BY hour LIMIT $2)"
    }()

    private static let serverCountDeletion: String = {
        let key = "hour, build, measure, bucket"
        return """
            DELETE FROM server_counts WHERE (\(key)) IN (SELECT \(key) FROM server_counts WHERE hour < $1 ORDER BY hour LIMIT $2)
            """
    }()

    /// The times have no index, so this reads only the first rows, which are the oldest unless clocks differ.
    private static let auditDeletion = """
        DELETE FROM audit WHERE number = ANY (ARRAY(SELECT number FROM audit ORDER BY number LIMIT $2)) AND at_ms < $1
        """

    private static let batchDeletion =
        "DELETE FROM batches WHERE number IN (SELECT number FROM batches WHERE ended_at_ms < $1 LIMIT $2)"

    /// Deletes sessions of a user, and returns their ids. If the connection is lost, a repeated call continues.
    public func eraseUser(_ user: String, limit: Int) async throws(StoreError) -> [String] {
        try await erase(those: SQLStatement(Self.sessionsOfUser).bind(user).bind(limit))
    }

    /// Deletes sessions, and returns the ids of those that existed. If the connection is lost, a repeated call continues.
    public func erase(_ sessions: [String]) async throws(StoreError) -> [String] {
        try await erase(those: SQLStatement("SELECT id FROM sessions WHERE id = ANY ($1) ORDER BY id").bind(sessions))
    }

    /// Deletes the sessions that a query selects, and the sandboxes that were copied from them.
    private func erase(those selection: SQLStatement) async throws(StoreError) -> [String] {
        var sessions = try await read(selection).all { $0.text(0) }
        guard !sessions.isEmpty else { return [] }
        // From now on, every change is a conflict and adds no entry to the journal, and no sandbox is added.
        _ = try result(await runWrite(Self.statements([Self.lock, Self.freeze], of: sessions)))
        let copies = try await read(SQLStatement(Self.copiesOfSessions).bind(sessions)).all { $0.text(0) }
            .filter { !sessions.contains($0) }
        if !copies.isEmpty { _ = try result(await runWrite(Self.statements([Self.lock, Self.freeze], of: copies))) }
        sessions += copies
        let entries = SQLStatement.unfolded(OperatorLimits.entriesPerFold, of: sessions)
        while try await fold(entries) == OperatorLimits.entriesPerFold {}
        try await foldIncidents(of: sessions)
        let webhooks = SQLStatement("UPDATE webhooks SET \(WebhookProgress.erasure)")
        _ = try result(await runWrite(Self.statements([Self.lock] + Self.erasure, of: sessions) + [webhooks]))
        return sessions
    }

    static let sessionsOfUser = "SELECT id FROM sessions WHERE user_id = $1 ORDER BY arrived_us, id LIMIT $2"

    private static let copiesOfSessions = "SELECT id FROM sessions WHERE is_sandbox AND forked_from = ANY ($1)"

    /// Locks the sessions in the order in which a commit group does, to avoid deadlocks.
    private static let lock = "SELECT FROM sessions WHERE id = ANY ($1) ORDER BY id FOR UPDATE"

    /// Sets a revision that no commit expects.
    private static let freeze = "UPDATE sessions SET revision = -1 WHERE id = ANY ($1)"

    private static let erasure =
        tablesOfSessions.map { "DELETE FROM \($0) WHERE session = ANY ($1)" }
        + [
            "DELETE FROM creations WHERE session_id = ANY ($1)", "DELETE FROM quarantine WHERE session_id = ANY ($1)",
            "\(runDetachment) WHERE session = ANY ($1)",
            "DELETE FROM sessions WHERE id = ANY ($1)",
        ]

    private static func statements(_ texts: [String], of sessions: [String]) -> [SQLStatement] {
        texts.map { SQLStatement($0).bind(sessions) }
    }
}
