import Fairway

/// Writes the rows of timers, jobs and signals. Payloads may be sensitive, so deleted content is overwritten.
extension CommitWriter {
    func write(_ change: WorkChange, of session: Int) throws(SQLiteFailure) {
        switch change {
        case .add(let item):
            try connection.statement(Self.workInsertion).bind(session).bind(item.id).bind(item.kind.rawValue)
                .bind(item.node).bind(item.name).bind(item.version).bind(item.payload).bind(item.due).bind(item.label)
                .bind(item.outlivesFlow).bind(item.request).bind(item.trace).bind(item.due).bind(session).run()
        case .cancel(let node, let label):
            try cancelWork("session = ? AND node = ? AND label = ?") { $0.bind(session).bind(node).bind(label) }
        case .finish(let id):
            try erase("DELETE FROM jobs WHERE session = ? AND id = ?") { $0.bind(session).bind(id) }
        case .giveUp(let id, let error):
            let sql = """
                UPDATE jobs SET next_at_ms = NULL, holder = NULL, result_json = NULL, last_error = ?
                WHERE session = ? AND id = ?
                """
            try erase(sql) { $0.bind(error).bind(session).bind(id) }
        case .hold(let id): try hold(signal: id, of: session)
        }
    }

    /// Cancels the work of a flow that has ended, unless the work outlives its flow.
    func cancelWork(of node: String, in session: Int) throws(SQLiteFailure) {
        try cancelWork("session = ? AND node = ? AND NOT outlives_flow") { $0.bind(session).bind(node) }
    }

    /// Deletes the work of a session that is deleted.
    func deleteWork(of session: Int) throws(SQLiteFailure) {
        guard try connection.statement("SELECT 1 FROM jobs WHERE session = ? LIMIT 1").bind(session).hasRow() else {
            return
        }
        try erase("DELETE FROM jobs WHERE session = ?") { $0.bind(session) }
    }

    /// Ends the leases of a server that no longer runs.
    func releaseWork() throws(SQLiteFailure) {
        try erase("UPDATE jobs SET next_at_ms = due_at_ms WHERE holder IS NOT NULL") { $0 }
    }

    /// The columns from `session` to `next_at_ms`, and the session again.
    private static let workInsertion = String.insertion(
        into: "jobs",
        Array(StoredWork.columnNames.prefix(13)) + ["is_held"],
        expressions: ["is_held": "(SELECT is_sandbox FROM sessions WHERE number = ?)"]
    )

    /// A job that a worker holds may already have had side effects, so it is marked as cancelled and not deleted.
    private func cancelWork(_ condition: String, _ bind: (Statement) -> Statement) throws(SQLiteFailure) {
        // Most flows have no work, and `erase` runs two pragmas.
        guard try bind(connection.statement("SELECT 1 FROM jobs WHERE \(condition) LIMIT 1")).hasRow() else { return }
        try erase("DELETE FROM jobs WHERE \(condition) AND (kind <> 'job' OR holder IS NULL)", bind)
        try erase("UPDATE jobs SET is_cancelled = 1, label = NULL WHERE \(condition)", bind)
    }

    private func erase(_ sql: String, _ bind: (Statement) -> Statement) throws(SQLiteFailure) {
        try connection.erasing { () throws(SQLiteFailure) in try bind(connection.statement(sql)).run() }
    }
}

extension StoredWork {
    /// The columns in the order in which they are read.
    static let columns = columns(
        session: "(SELECT sessions.id FROM sessions WHERE sessions.number = jobs.session)",
        node: "CAST(substr(jobs.node, 2) AS INTEGER)",
        key: "number"
    )
}
