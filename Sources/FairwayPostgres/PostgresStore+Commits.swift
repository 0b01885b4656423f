public import Fairway
public import FairwayWire
public import Foundation

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
        let call = SQLStatement.commit(try PreparedCommit(commit), id: CommitID())
        // Nil keeps the commit out of commit groups. A group locks its sessions in the order of their ids. A creation
        // or a handoff also locks a row of `creations` or `handoffs`, which is not part of that order: two groups with
        // such commits could lock these rows in opposite orders and deadlock.
        let session = commit.creation == nil && commit.handoff == nil ? commit.session : nil
        var isRepeated = false
        for delay in Self.delaysSeconds + [nil] {
            switch await runWrite([call], of: session) {
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
            guard isRepeated, commit.handoff != nil, let token = commit.row?.tokenHash else { return .conflict }
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
}
