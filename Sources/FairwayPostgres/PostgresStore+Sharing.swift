public import Fairway

/// Coordination of several nodes on one database.
extension PostgresStore: SharedStore {
    /// The store itself if it is open for serving.
    public var sharing: (any SharedStore)? { access == .serving ? self : nil }

    /// The database's clock.
    public var commonClock: (any WallClock)? { time }

    /// The current versions of the sessions that exist.
    public func versions(of sessions: [String]) async throws(StoreError) -> [String: SessionVersion] {
        guard !sessions.isEmpty else { return [:] }
        let rows = try await read(
            SQLStatement("SELECT id, revision, draft_edits FROM sessions WHERE id = ANY ($1)").bind(sessions)
        )
        let versions = rows.all { ($0.text(0), SessionVersion(revision: $0.int(1), draftEdits: $0.int(2))) }
        return Dictionary(versions) { _, last in last }
    }

    /// Calls `listener` for each notice from another node.
    public func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) { notices.listen(listener) }

    /// Acquires, renews or releases a duty. Returns whether the claim's holder has it now.
    public func claim(_ claim: DutyClaim) async throws(StoreError) -> Bool {
        guard claim.until > claim.now else {
            let sql = "DELETE FROM duties WHERE duty = $1 AND holder = $2"
            _ = try await write(SQLStatement(sql).bind(claim.duty.rawValue).bind(claim.holder))
            return false
        }
        let sql = """
            INSERT INTO duties AS old (duty, holder, until_ms) VALUES ($1, $2, $3)
            ON CONFLICT (duty) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
            WHERE old.holder = excluded.holder OR old.until_ms <= $4
            """
        let call = SQLStatement(sql).bind(claim.duty.rawValue).bind(claim.holder).bind(claim.until).bind(claim.now)
        return try await write(call).affected > 0
    }
}
