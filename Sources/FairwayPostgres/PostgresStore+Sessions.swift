public import Fairway
import FairwayWire

extension PostgresStore {
    /// A session with its flows and drafts.
    public func load(_ session: String) async throws(StoreError) -> StoredSession? {
        let rows = try await read([
            SQLStatement("SELECT \(SessionRow.allColumns) FROM sessions WHERE id = $1").bind(session),
            SQLStatement("SELECT \(FlowRow.columns) FROM flows WHERE session = $1 ORDER BY node").bind(session),
            SQLStatement("SELECT screen, draft_json FROM drafts WHERE session = $1").bind(session),
        ])
        return rows[0].first { row in
            StoredSession(
                session: SessionRow(row),
                flows: rows[1].all(FlowRow.init),
                drafts: Dictionary(rows[2].all { ($0.text(0), $0.json(1)) }) { _, last in last },
                draftEdits: row.int(SessionRow.draftEdits)
            )
        }
    }

    /// The columns of a session that authorise requests.
    public func access(_ session: String) async throws(StoreError) -> SessionAccess? {
        try await read(SQLStatement("SELECT \(SessionAccess.columns) FROM sessions WHERE id = $1").bind(session))
            .first { SessionAccess($0) }
    }

    /// The stored reply to a request with an idempotency key.
    public func reply(_ session: String, key: String) async throws(StoreError) -> StoredReply? {
        try await read(SQLStatement(StoredReply.query).bind(session).bind(key)).first(StoredReply.init)
    }

    /// The journal entries after a revision, oldest first.
    public func journal(
        _ session: String,
        after revision: Int,
        limit: Int
    ) async throws(StoreError) -> [JournalEntry] {
        let sql = """
            SELECT \(JournalEntry.columns) FROM journal WHERE session = $1 AND revision > $2 ORDER BY revision LIMIT $3
            """
        return try await read(SQLStatement(sql).bind(session).bind(revision).bind(limit)).all(JournalEntry.init)
    }

    /// The session of a handoff code.
    public func handoff(_ code: [UInt8]) async throws(StoreError) -> StoredHandoff? {
        try await read(
            SQLStatement("SELECT session, expires_at_ms FROM handoffs WHERE code_sha256 = $1").bind(blob: code)
        )
        .first { StoredHandoff(session: $0.text(0), expiresAt: $0.date(1)) }
    }

    /// The reply to a request that created a session.
    public func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation? {
        try await read(SQLStatement(StoredCreation.query).bind(blob: key)).first(StoredCreation.init)
    }
}
