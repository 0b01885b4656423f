import Fairway

/// Writes the rows of sessions and flows.
final class SessionWriter {
    private let connection: SQLiteConnection
    private let lookup: SessionLookup
    private let insertion: Statement
    private var updates: [Update: Statement] = [:]
    private let writeFlow: Statement
    private let copyStateToFlow: Statement
    private let deleteFlow: Statement

    /// The columns of a session's row before a commit.
    struct Found {
        let number: Int
        let revision: Int
        let newestEntry: Int?
        let isOver: Bool
        let touchedHour: Int
        let front: FrontFlow.Fingerprint?

        static let columns =
            "number, revision, newest_entry, is_over, touched_hour, front_flow_node, front_flow_hash"

        init(_ row: Statement) {
            number = row.int(0)
            revision = row.int(1)
            newestEntry = row.optionalInt(2)
            isOver = row.bool(3)
            touchedHour = row.int(4)
            front = FrontFlow.Fingerprint(row, from: 5)
        }
    }

    /// The columns that an update writes. Indexed columns are left out if they do not change, because SQLite would write their
    /// indexes anyway.
    private struct Update: Hashable {
        let writesFront: Bool
        let writesIndexed: Bool

        var columns: [String] {
            [
                "revision", "touched_at_ms", "created_at_ms", "root_flow", "front_screen", "outcome", "identity",
                "token_sha256", "superseded_token_sha256s", "device_json", "layout_json", "view_models_json",
                "result_json", "newest_entry", "front_flow_is_only",
            ] + (writesIndexed ? ["is_over", "touched_hour"] : []) + (writesFront ? FrontFlow.columns : [])
        }
    }

    init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        self.connection = connection
        lookup = try SessionLookup(Found.columns, connection)
        let columns = Update(writesFront: true, writesIndexed: true).columns + ["id", "number"]
        // The number that the id contains. If the id contains none or it is taken, NULL lets SQLite choose a number.
        let number = """
            (SELECT wanted FROM (SELECT ? AS wanted) WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.number = wanted))
            """
        insertion = try connection.statement(.insertion(into: "sessions", columns, expressions: ["number": number]))

        // An existing row keeps its number, and with it its position in lists.
        let flowColumns = FrontFlow.sharedColumns + FrontFlow.changingColumns + ["is_front"]
        let assignments = flowColumns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        writeFlow = try connection.statement(
            .insertion(into: "flows", flowColumns + ["session", "node"])
                + " ON CONFLICT (session, node) DO UPDATE SET \(assignments)"
        )
        let changing = FrontFlow.changingColumns
        copyStateToFlow = try connection.statement(
            """
            UPDATE flows SET (\(changing.joined(separator: ", "))) =
                (SELECT \(changing.map(FrontFlow.column).joined(separator: ", ")) FROM sessions WHERE number = session)
            WHERE session = ? AND node = ?
            """
        )
        deleteFlow = try connection.statement("DELETE FROM flows WHERE session = ? AND node = ?")
    }

    func find(_ id: String) throws(SQLiteFailure) -> Found? { try lookup.first(id, Found.init) }

    /// Inserts or updates a session's row, and writes the flows of a commit.
    ///
    /// - Returns: The number of the session's row.
    func write(
        _ row: SessionRow,
        _ prepared: PreparedCommit,
        _ found: Found?,
        newestEntry: Int?
    ) throws(SQLiteFailure) -> Int {
        let commit = prepared.commit
        let front = FrontFlow.Change(commit, from: found?.front)
        if let node = front.replacedNode, let found { try copyStateToFlow.bind(found.number).bind(node).run() }
        let (isOver, hour) = (row.status == .over, EdgeCount.hour(of: row.touchedAt))
        let update = Update(
            writesFront: front.isWritten || found == nil,
            writesIndexed: found.map { ($0.isOver, $0.touchedHour) != (isOver, hour) } ?? true
        )
        let statement = found == nil ? insertion : try self.statement(for: update)
        statement.bind(row.revision).bind(row.touchedAt).bind(row.createdAt).bind(row.rootFlow).bind(row.frontScreen)
            .bind(row.outcome?.rawValue).bind(row.identity).bind(blob: row.tokenHash)
            .bind(blob: row.supersededTokenHashes.flatMap(\.self)).bind(text: prepared.device).bind(row.layout)
            .bind(row.viewModels).bind(row.result).bind(newestEntry).bind(front.isOnlyFlow)
        if update.writesIndexed { statement.bind(isOver).bind(hour) }
        if update.writesFront { front.bind(statement) }
        if let found {
            try statement.bind(found.number).run()
        } else {
            try statement.bind(row.id).bind(SessionID.number(of: row.id)).run()
        }
        let session = found?.number ?? connection.insertedRow
        for flow in commit.flows {
            let isDenormalised = flow.node == front.after?.node
            if isDenormalised, front.after == found?.front { continue }
            flow.bindSharedColumns(writeFlow)
            flow.bindChangingColumns(writeFlow, isDenormalised: isDenormalised)
            try writeFlow.bind(flow.isFront).bind(session).bind(flow.node).run()
        }
        for node in commit.removedFlows { try deleteFlow.bind(session).bind(node).run() }
        return session
    }

    private func statement(for update: Update) throws(SQLiteFailure) -> Statement {
        if let statement = updates[update] { return statement }
        let statement = try connection.statement(.update("sessions", update.columns, where: "number = ?"))
        updates[update] = statement
        return statement
    }
}
