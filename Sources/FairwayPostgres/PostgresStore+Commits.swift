public import Fairway
public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Changes.
extension PostgresStore {
    /// How often a commit whose answer was lost is made again, and how long each waits: a server that restarts is back
    /// by then.
    private static let delaysSeconds = [0.05, 0.1, 0.2, 0.5, 1, 1, 2, 2, 3]

    /// Writes a change if the session is at the expected revision and the idempotency key is new.
    ///
    /// When the connection is lost before the answer comes, nobody knows whether it was written. It is then made again:
    /// an entry of the journal under the same id, or the same answer kept under its key, shows that it had been; and
    /// one that had not been cannot be any more, since this call has now taken its revision.
    public func commit(_ commit: Commit) async throws(StoreError) -> CommitOutcome {
        let call = Call.commit(try PreparedCommit(commit), id: CommitID())
        // What is found by a secret alone is no session's: two that want the same could wait for each other.
        let session = commit.creation == nil && commit.handoff == nil ? commit.session : nil
        var isRepeated = false
        for delay in Self.delaysSeconds + [nil] {
            switch await runWrite([call], of: session) {
            case .success(let rows):
                let outcome = try await outcome(rows[0].first { $0.int(0) }, commit, isRepeated)
                if outcome == .committed { notices.tell(commit, over: noticePool) }
                return outcome
            case .failure(let failure):
                // A first attempt that was not sent was not made. A server that does not answer has taken long enough:
                // who asks again, under the same key, is told what came of it.
                guard isRepeated || failure.kind == .cut, ![.closed, .silent].contains(failure.kind), let delay else {
                    throw failure.storeError(place)
                }
                isRepeated = true
                await clock.pass(delay)
            }
        }
        preconditionFailure("the last attempt has no delay")
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
            // What takes a session over without a new revision is known by the token.
            guard isRepeated, commit.handoff != nil, let token = commit.row?.tokenHash else { return .conflict }
            return try await load(commit.session)?.session.tokenHash == token ? .committed : .conflict
        }
    }

    /// Keeps or removes what a user has typed.
    @discardableResult
    public func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError) -> Int {
        let call = Call("SELECT set_draft($1, $2, $3)").bind(session).bind(screen).bind(draft)
        return try result(await runWrite([call], of: session))[0].first { $0.int(0) } ?? 0
    }

    /// Keeps a handoff code.
    public func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError) {
        let sql = """
            INSERT INTO handoffs (code_sha256, session, expires_at_ms)
            SELECT $1, id, $3 FROM sessions WHERE id = $2 FOR KEY SHARE
            ON CONFLICT (code_sha256) DO UPDATE SET session = excluded.session, expires_at_ms = excluded.expires_at_ms
            """
        _ = try await write(Call(sql).bind(blob: code).bind(session).bind(expiresAt))
    }
}
