import Fairway
import Foundation

/// Writes the rows of sessions and flows.
extension CommitWriter {
    /// The columns of a session's row before a commit.
    struct FoundSession {
        let number: Int
        let revision: Int
        let newestEntry: Int?
        let isOver: Bool
        let touchedHour: Int
        let front: FrontFlow.Fingerprint?

        static let lookup = SessionLookup(
            "number, revision, newest_entry, is_over, touched_hour, front_flow_node, front_flow_hash"
        )

        init(_ row: Statement) {
            number = row.int(0)
            revision = row.int(1)
            newestEntry = row.optionalInt(2)
            isOver = row.bool(3)
            touchedHour = row.int(4)
            front = FrontFlow.Fingerprint(row, from: 5)
        }
    }

    /// Inserts or updates a session's row, and writes the flows of a commit.
    ///
    /// - Returns: The number of the session's row.
    func write(
        _ row: SessionRow,
        _ prepared: PreparedCommit,
        _ found: FoundSession?,
        newestEntry: Int?
    ) throws(SQLiteFailure) -> Int {
        let commit = prepared.commit
        let front = FrontFlow.Change(commit, from: found?.front)
        if let node = front.replacedNode, let found {
            try connection.statement(FrontFlow.copyToFlow).bind(found.number).bind(node).run()
        }
        let (isOver, hour) = (row.status == .over, EdgeCount.hour(of: row.touchedAt))
        let writesFront = front.isWritten || found == nil
        let writesIndexed = found.map { ($0.isOver, $0.touchedHour) != (isOver, hour) } ?? true
        let statement = try connection.statement(
            found == nil
                ? SessionColumns.insertion : SessionColumns.update(indexed: writesIndexed, front: writesFront)
        )
        statement.bind(row.revision).bind(row.touchedAt).bind(row.createdAt).bind(row.rootFlow).bind(row.frontScreen)
            .bind(row.outcome?.rawValue).bind(row.identity).bind(blob: row.tokenHash)
            .bind(blob: row.supersededTokenHashes.flatMap(\.self)).bind(text: prepared.device).bind(row.layout)
            .bind(row.viewModels).bind(row.result).bind(newestEntry).bind(front.isOnlyFlow)
        if writesIndexed { statement.bind(isOver).bind(hour) }
        if writesFront { front.bind(statement) }
        if let found {
            try statement.bind(found.number).run()
        } else {
            try statement.bind(row.id).bind(SessionID.number(of: row.id)).run()
        }
        let session = found?.number ?? connection.insertedRow
        for flow in commit.flows {
            let isDenormalised = flow.node == front.after?.node
            if isDenormalised, front.after == found?.front { continue }
            let statement = try connection.statement(FrontFlow.flowInsertion)
            flow.bindSharedColumns(statement)
            flow.bindChangingColumns(statement, isDenormalised: isDenormalised)
            try statement.bind(flow.isFront).bind(session).bind(flow.node).run()
        }
        for node in commit.removedFlows {
            try connection.statement("DELETE FROM flows WHERE session = ? AND node = ?").bind(session).bind(node).run()
        }
        return session
    }

    /// Deletes sessions that ended before a date, with all their rows, and returns their number.
    func deleteSessions(before date: Date, limit: Int) throws(SQLiteFailure) -> Int {
        let sql = """
            SELECT number FROM sessions INDEXED BY sessions_by_hour
            WHERE is_over = 1 AND touched_hour <= ? AND touched_at_ms <= ? LIMIT ?
            """
        let over = try connection.statement(sql).bind(EdgeCount.hour(of: date)).bind(date).bind(limit).all { $0.int(0) }
        for number in over {
            try connection.statement(SessionJournal.deletion).bind(number).run()
            for table in ["flows", "drafts", "replies", "handoffs"] {
                try connection.statement("DELETE FROM \(table) WHERE session = ?").bind(number).run()
            }
            try deleteWork(of: number)
            try connection.statement("DELETE FROM sessions WHERE number = ?").bind(number).run()
        }
        return over.count
    }
}

/// The statements that write a session's row.
private enum SessionColumns {
    private static let always = [
        "revision", "touched_at_ms", "created_at_ms", "root_flow", "front_screen", "outcome", "identity",
        "token_sha256", "superseded_token_sha256s", "device_json", "layout_json", "view_models_json", "result_json",
        "newest_entry", "front_flow_is_only",
    ]
    private static let indexed = ["is_over", "touched_hour"]

    static let insertion = String.insertion(
        into: "sessions",
        always + indexed + FrontFlow.columns + ["id", "number"],
        // The number that the id contains. If the id contains none or it is taken, NULL lets SQLite choose a number.
        expressions: [
            "number": """
            (SELECT wanted FROM (SELECT ? AS wanted)
            WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.number = wanted))
            """
        ]
    )

    /// Indexed columns are left out if they do not change, because SQLite would write their indexes anyway.
    static func update(indexed: Bool, front: Bool) -> String {
        let columns = assignments + (indexed ? indexedAssignments : "") + (front ? frontAssignments : "")
        return "UPDATE sessions SET \(columns) WHERE number = ?"
    }

    private static let assignments = always.map { "\($0) = ?" }.joined(separator: ", ")
    private static let indexedAssignments = indexed.map { ", \($0) = ?" }.joined()
    private static let frontAssignments = FrontFlow.columns.map { ", \($0) = ?" }.joined()
}
