import Fairway

/// Writes the rows of timers and background work.
final class WorkWriter {
    private let connection: Connection
    private let insert: Statement

    init(_ connection: Connection) throws(SQLiteFailure) {
        self.connection = connection
        insert = try connection.statement(
            .insertion(
                into: "jobs",
                ["session", "id", "kind", "node", "name", "label", "outlives_flow", "due_at_ms", "payload_json"]
            )
        )
    }

    /// Writes one change.
    func write(_ change: WorkChange, of session: Int) throws(SQLiteFailure) {
        switch change {
        case .add(let item):
            try insert.bind(session).bind(item.id).bind(item.kind.rawValue).bind(item.node).bind(item.name)
                .bind(item.label).bind(item.outlivesFlow).bind(item.due).bind(item.payload).run()
        case .cancel(let node, let label):
            try connection.statement("DELETE FROM jobs WHERE session = ? AND node = ? AND label = ?").bind(session)
                .bind(node).bind(label).run()
        case .finish(let id):
            try connection.statement("DELETE FROM jobs WHERE session = ? AND id = ?").bind(session).bind(id).run()
        }
    }

    /// Deletes what a flow that has left asked for, unless it was to outlive it.
    func removeAll(of node: String, in session: Int) throws(SQLiteFailure) {
        try connection.statement("DELETE FROM jobs WHERE session = ? AND node = ? AND NOT outlives_flow").bind(session)
            .bind(node).run()
    }
}
