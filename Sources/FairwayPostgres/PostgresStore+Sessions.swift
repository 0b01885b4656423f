public import Fairway
public import FairwayWire
public import Foundation

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

    /// The columns of a session that authorise requests, and its device.
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
            SQLStatement("SELECT session, expires_at_ms, is_link FROM handoffs WHERE code_sha256 = $1").bind(blob: code)
        )
        .first { StoredHandoff(session: $0.text(0), expiresAt: $0.date(1), isLink: $0.bool(2)) }
    }

    /// The reply to a request that created a session.
    public func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation? {
        try await read(SQLStatement(StoredCreation.query).bind(blob: key)).first(StoredCreation.init)
    }
}

extension PostgresStore {
    /// The delays before each new attempt to commit, after the connection was lost. Together they last about 10 seconds,
    /// longer than a restart of the database usually takes.
    private static let delaysSeconds = [0.05, 0.1, 0.2, 0.5, 1, 1, 2, 2, 3]

    /// Writes a change if the session has the expected revision and number of draft edits, and the idempotency key is
    /// new.
    ///
    /// If the connection is lost before the answer arrives, the outcome is unknown, and the commit is repeated. If the
    /// first attempt was committed, the second finds a journal entry with the commit's id, or the reply with its key.
    /// Otherwise the first attempt can no longer succeed, because the second has taken the revision.
    public func commit(_ commit: Commit) async throws(StoreError) -> CommitOutcome {
        let (prepared, id) = (try PreparedCommit(commit), CommitID())
        let call = SQLStatement.commit(prepared, by: build.number, id: id)
        // Nil keeps the commit out of commit groups. A group locks its sessions in the order of their ids. A creation,
        // a handoff, a link, a key or a receipt also locks rows of other tables, which are not part of that order: two
        // groups with such commits could lock these rows in opposite orders and deadlock.
        let isAlone =
            commit.creation != nil || commit.handoff != nil || !commit.links.isEmpty || !commit.keys.isEmpty
            || !commit.receipts.isEmpty
        var isRepeated = false
        for delay in Self.delaysSeconds + [nil] {
            switch await runWrite([call], of: isAlone ? nil : commit.session) {
            case .success(let rows):
                let outcome = try await outcome(rows[0].first { $0.int(0) }, commit, isRepeated)
                if outcome == .committed { notices.send(commit, over: noticePool) }
                return outcome
            case .failure(let failure):
                // Begin to repeat only if the connection was lost before the answer. From then on, repeat after every
                // transient failure. After a timeout the outcome is unknown, too, but the client repeats the request
                // with the same key and gets its outcome.
                guard isRepeated || failure.kind == .cut, failure.isTransient, let delay else {
                    throw failure.storeError(place)
                }
                isRepeated = true
                await clock.pass(delay)
            }
        }
        preconditionFailure("the last attempt neither returned nor threw")
    }

    private func outcome(_ code: Int?, _ commit: Commit, _ isRepeated: Bool) async throws(StoreError) -> CommitOutcome {
        switch code {
        case 0: return .committed
        case 2:
            guard let key = commit.reply?.key, let kept = try await reply(commit.session, key: key) else {
                return .conflict
            }
            return isRepeated && kept == commit.reply ? .committed : .answered(kept)
        case 3:
            guard let key = commit.creation?.key, let kept = try await creation(key) else { return .conflict }
            return isRepeated && kept == commit.creation ? .committed : .created(kept)
        default:
            // If a handoff wrote no journal entry, its new token shows whether it was committed.
            guard isRepeated, commit.handoff != nil, commit.journal == nil, let token = commit.row?.tokenHash else {
                return .conflict
            }
            return try await load(commit.session)?.session.tokenHash == token ? .committed : .conflict
        }
    }

    /// Stores or deletes a draft. Returns the session's number of draft edits, or 0 if the session does not exist.
    @discardableResult
    public func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError) -> Int {
        let call = SQLStatement("SELECT set_draft($1, $2, $3)").bind(session).bind(screen).bind(draft)
        return try result(await runWrite([call], of: session))[0].first { $0.int(0) } ?? 0
    }

    /// Stores a handoff code.
    public func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError) {
        let sql = """
            INSERT INTO handoffs (code_sha256, session, expires_at_ms)
            SELECT $1, id, $3 FROM sessions WHERE id = $2 FOR KEY SHARE
            ON CONFLICT (code_sha256) DO UPDATE SET session = excluded.session, expires_at_ms = excluded.expires_at_ms
            """
        _ = try await write(SQLStatement(sql).bind(blob: code).bind(session).bind(expiresAt))
    }

    /// Throws if the database cannot be written to. A store that is open for reading throws if it cannot be read.
    public func probe() async throws(StoreError) {
        guard access == .serving else {
            _ = try await readList(SQLStatement("SELECT probes FROM bookkeeping"))
            return
        }
        _ = try await write(SQLStatement("UPDATE bookkeeping SET probes = probes + 1"))
    }
}
