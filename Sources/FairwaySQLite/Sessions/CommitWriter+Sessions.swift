import Fairway

/// Writes the rows of sessions and flows.
extension CommitWriter {
    /// The columns of a session's row before a commit.
    struct FoundSession {
        let number: Int
        let revision: Int
        let newestEntry: Int?
        let isOver: Bool
        let touchedHour: Int
        let user: String?
        let front: FrontFlow.Fingerprint?
        let hasSameDevice: Bool
        let largeColumns: FlowRow.LargeColumns
        let holdsSignals: Bool

        static let lookup = SessionLookup(
            """
            number, revision, newest_entry, is_over, touched_hour, user_id, front_flow_node, front_flow_hash, device_json,
            front_flow_state_json = '', front_flow_screens_json = '', holds_signals
            """
        )

        init(_ row: Statement, for prepared: PreparedCommit) {
            number = row.int(0)
            revision = row.int(1)
            newestEntry = row.optionalInt(2)
            isOver = row.bool(3)
            touchedHour = row.int(4)
            user = row.optionalText(5)
            front = FrontFlow.Fingerprint(row, from: 6)
            hasSameDevice = row.holds(prepared.device, in: 8)
            largeColumns = FlowRow.LargeColumns(state: row.bool(9), screens: row.bool(10))
            holdsSignals = row.bool(11)
        }

        func hasIndexedColumns(_ isOver: Bool, _ touchedHour: Int, _ user: String?) -> Bool {
            (self.isOver, self.touchedHour) == (isOver, touchedHour) && self.user.isSameUser(as: user) && hasSameDevice
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
        let front = FrontFlow.FlowChange(commit, from: found?.front)
        if let node = front.replacedNode, let found {
            try connection.statement(FrontFlow.copyToFlow).bind(found.number).bind(node).run()
        }
        let (isOver, hour) = (row.status == .over, row.touchedAt.hour)
        let writesFront = front.isWritten || found == nil
        let writesIndexed = found.map { !$0.hasIndexedColumns(isOver, hour, row.user) } ?? true
        let statement = try connection.statement(
            found == nil
                ? SessionColumns.insertion : SessionColumns.update(indexed: writesIndexed, front: writesFront)
        )
        statement.bind(row.revision).bind(row.touchedAt).bind(row.userActedAt).bind(row.createdAt).bind(row.rootFlow)
            .bind(row.frontScreen)
            .bind(row.outcome?.rawValue).bind(row.claims).bind(blob: row.tokenHash)
            .bind(blob: row.supersededTokenHashes.flatMap(\.self)).bind(row.layout).bind(row.viewModels).bind(
                row.result
            )
            .bind(newestEntry).bind(front.isOnlyFlow)
        if writesIndexed {
            statement.bind(isOver).bind(hour).bind(row.user).bind(text: prepared.device)
                .bind(row.device.idiom?.rawValue).bind(row.device.app)
        }
        if writesFront { front.bind(statement) }
        if let found {
            try statement.bind(found.number).run()
        } else {
            try statement.bind(row.forkedFrom).bind(row.id).bind(SessionID.number(of: row.id)).run()
        }
        let session = found?.number ?? connection.insertedRow
        if writesFront {
            let before = found?.largeColumns ?? []
            if let flow = front.flow {
                let isSameFlow = found?.front?.node == flow.node
                let unchanged = isSameFlow ? commit.unchangedColumns[flow.node] ?? [] : []
                try writeLargeTexts(of: flow, except: unchanged, replacing: before, session)
            } else {
                try deleteLargeTexts(before, session)
            }
        }
        for flow in commit.flows {
            let isDenormalised = flow.node == front.after?.node
            if isDenormalised, front.after == found?.front { continue }
            let statement = try connection.statement(FrontFlow.flowInsertion)
            flow.bindSharedColumns(statement)
            flow.bindChangingColumns(statement, without: isDenormalised ? [.state, .screens] : [])
            try statement.bind(flow.isFront).bind(session).bind(flow.node).run()
        }
        for node in commit.removedFlows {
            try connection.statement("DELETE FROM flows WHERE session = ? AND node = ?").bind(session).bind(node).run()
        }
        return session
    }

    /// Deletes a session's row and all rows that refer to it.
    func deleteSession(_ number: Int) throws(SQLiteFailure) {
        let noting = """
            UPDATE bookkeeping SET newest_deleted_entry = max(
                newest_deleted_entry, coalesce((SELECT newest_entry FROM sessions WHERE number = ?), 0)
            )
            """
        try connection.statement(noting).bind(number).run()
        try connection.statement(SessionJournal.deletion).bind(number).run()
        for table in [
            "flows", "drafts", "replies", "handoffs", "session_keys", "incidents", "problem_sessions", "kept_states",
            "large_texts",
        ] {
            try connection.statement("DELETE FROM \(table) WHERE session = ?").bind(number).run()
        }
        try deleteWork(of: number)
        try connection.statement(Self.runDetachment).bind(number).run()
        let quarantine = "DELETE FROM quarantine WHERE session_id = (SELECT id FROM sessions WHERE number = ?)"
        try connection.statement(quarantine).bind(number).run()
        try connection.statement("DELETE FROM sessions WHERE number = ?").bind(number).run()
    }

    /// Keeps the runs of a deleted session. Active ones end.
    static let runDetachment = "UPDATE runs SET session = NULL, outcome = coalesce(outcome, 'ended') WHERE session = ?"
}

/// The statements that write a session's row.
private enum SessionColumns {
    private static let always = [
        "revision", "touched_at_ms", "user_acted_at_ms", "created_at_ms", "root_flow", "front_screen", "outcome",
        "claims_json",
        "token_sha256", "superseded_token_sha256s", "layout_json", "view_models_json", "result_json", "newest_entry",
        "front_flow_is_only",
    ]
    private static let indexed = ["is_over", "touched_hour", "user_id", "device_json", "device_idiom", "device_app"]

    static let insertion = String.insertion(
        into: "sessions",
        always + indexed + FrontFlow.columns + ["forked_from", "id", "number"],
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
        if indexed { return front ? updateOfAll : updateOfIndexed }
        return front ? updateOfFront : updateOfFew
    }

    private static let updateOfAll = update(always + indexed + FrontFlow.columns)
    private static let updateOfIndexed = update(always + indexed)
    private static let updateOfFront = update(always + FrontFlow.columns)
    private static let updateOfFew = update(always)

    private static func update(_ columns: [String]) -> String {
        "UPDATE sessions SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE number = ?"
    }
}
