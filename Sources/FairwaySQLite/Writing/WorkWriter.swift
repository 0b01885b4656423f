import Fairway

/// Writes the rows of timers and background work. Their payloads may be sensitive, so that what is no longer needed of them is
/// overwritten.
final class WorkWriter {
    private let connection: Connection
    private let insert: Statement

    init(_ connection: Connection) throws(SQLiteFailure) {
        self.connection = connection
        insert = try connection.statement(
            .insertion(
                into: "jobs",
                [
                    "session", "id", "kind", "node", "name", "label", "outlives_flow", "due_at_ms", "next_at_ms",
                    "payload_json",
                ]
            )
        )
    }

    /// Writes one change.
    func write(_ change: WorkChange, of session: Int) throws(SQLiteFailure) {
        switch change {
        case .add(let item):
            try insert.bind(session).bind(item.id).bind(item.kind.rawValue).bind(item.node).bind(item.name)
                .bind(item.label).bind(item.outlivesFlow).bind(item.due).bind(item.due).bind(item.payload).run()
        case .cancel(let node, let label):
            try cancel("session = ? AND node = ? AND label = ?") { $0.bind(session).bind(node).bind(label) }
        case .finish(let id):
            let sql = "DELETE FROM jobs WHERE session = ? AND id = ?"
            try connection.erasing { () throws(SQLiteFailure) in
                try connection.statement(sql).bind(session).bind(id).run()
            }
        case .giveUp(let id, let error):
            let sql = """
                UPDATE jobs SET next_at_ms = NULL, leased_by = NULL, attempts = 0, result_json = NULL, last_error = ?
                WHERE session = ? AND id = ?
                """
            try connection.erasing { () throws(SQLiteFailure) in
                try connection.statement(sql).bind(error).bind(session).bind(id).run()
            }
        }
    }

    /// Cancels what a flow that has left asked for, unless it was to outlive it.
    func cancelAll(of node: String, in session: Int) throws(SQLiteFailure) {
        try cancel("session = ? AND node = ? AND NOT outlives_flow") { $0.bind(session).bind(node) }
    }

    /// What somebody may be doing outside at this moment cannot be taken back: it is only marked.
    private func cancel(_ condition: String, _ bind: (Statement) -> Statement) throws(SQLiteFailure) {
        // Most flows ask for nothing.
        let found = try bind(try connection.statement("SELECT 1 FROM jobs WHERE \(condition) LIMIT 1")).first { _ in
            true
        }
        guard found != nil else { return }
        try connection.erasing { () throws(SQLiteFailure) in
            let sql = "DELETE FROM jobs WHERE \(condition) AND (kind = 'timer' OR leased_by IS NULL)"
            try bind(try connection.statement(sql)).run()
            try bind(try connection.statement("UPDATE jobs SET is_cancelled = 1, label = NULL WHERE \(condition)"))
                .run()
        }
    }

    /// Deletes what a session that is deleted has left: given-up work.
    func deleteAll(of session: Int) throws(SQLiteFailure) {
        let found = try connection.statement("SELECT 1 FROM jobs WHERE session = ? LIMIT 1").bind(session).first { _ in
            true
        }
        guard found != nil else { return }
        try connection.erasing { () throws(SQLiteFailure) in
            try connection.statement("DELETE FROM jobs WHERE session = ?").bind(session).run()
        }
    }

    /// Gives back what a server that is gone had taken up; it may be taken up again at once.
    func releaseAll() throws(SQLiteFailure) {
        try connection.erasing { () throws(SQLiteFailure) in
            try connection.statement("UPDATE jobs SET next_at_ms = due_at_ms WHERE leased_by IS NOT NULL").run()
        }
    }
}
