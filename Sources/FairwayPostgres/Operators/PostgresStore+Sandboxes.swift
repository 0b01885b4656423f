public import Fairway
public import FairwayOperators
public import Foundation

extension PostgresStore {
    /// Stores states of sessions that exist, and deletes the old ones of these sessions.
    public func keepStates(_ states: [KeptState], most: Int) async throws(StoreError) {
        guard !states.isEmpty else { return }
        let insertion = """
            INSERT INTO kept_states (session, revision, document, snapshot)
            SELECT new.session, new.revision, new.document, new.snapshot
            FROM unnest($1, $2, $3, $4) AS new (session, revision, document, snapshot)
            JOIN sessions ON sessions.id = new.session ORDER BY sessions.id FOR KEY SHARE OF sessions
            ON CONFLICT DO NOTHING
            """
        let deletion = """
            DELETE FROM kept_states USING unnest($1, $2) AS new (session, revision)
            WHERE kept_states.session = new.session AND kept_states.revision <= new.revision - $3
            """
        let (sessions, revisions) = (states.map(\.session), states.map(\.revision))
        _ = try result(
            await runWrite([
                SQLStatement(insertion).bind(sessions).bind(revisions)
                    .bind(states.map { .bytes($0.document) }, .bytes).bind(states.map { .bytes($0.snapshot) }, .bytes),
                SQLStatement(deletion).bind(sessions).bind(revisions).bind(most),
            ])
        )
    }

    /// The kept state of a session at a revision.
    public func keptState(_ session: String, revision: Int) async throws(StoreError) -> KeptState? {
        let sql = "SELECT session, revision, document, snapshot FROM kept_states WHERE session = $1 AND revision = $2"
        return try await readList(SQLStatement(sql).bind(session).bind(revision)).first(KeptState.init)
    }

    /// The kept revisions of a session, newest first.
    public func keptRevisions(_ session: String) async throws(StoreError) -> [Int] {
        let sql = "SELECT revision FROM kept_states WHERE session = $1 ORDER BY revision DESC"
        return try await readList(SQLStatement(sql).bind(session)).all { $0.int(0) }
    }

    /// Writes the commit of a new sandbox; nil at the limit, `conflict` if the original does not exist or is being erased.
    public func addSandbox(_ commit: Commit, most: Int) async throws(StoreError) -> CommitOutcome? {
        let call = SQLStatement.commit(
            try PreparedCommit(commit),
            by: build.number,
            id: CommitID(),
            mostSandboxes: most
        )
        switch try await write(call).first({ $0.int(0) }) {
        case 0: return .committed
        case 4: return nil
        default: return .conflict
        }
    }

    /// Deletes sandboxes that were made at or before a date, and returns their ids.
    public func deleteSandboxes(before date: Date, limit: Int) async throws(StoreError) -> [String] {
        let selection = """
            SELECT id FROM sessions WHERE is_sandbox AND created_at_ms <= $1 ORDER BY id LIMIT $2
            FOR UPDATE SKIP LOCKED
            """
        let call = SQLStatement(Self.sessionDeletion(selection) + " RETURNING sessions.id").bind(date).bind(limit)
        return try await write(call).all { $0.text(0) }
    }
}
