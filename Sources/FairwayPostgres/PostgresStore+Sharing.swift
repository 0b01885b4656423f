public import Fairway

/// What nodes on one database need of each other.
extension PostgresStore: SharedStore {
    /// Itself, for a node that serves.
    public var sharing: (any SharedStore)? { access == .serving ? self : nil }

    /// The database's.
    public var commonClock: (any WallClock)? { time }

    /// At which version sessions are now.
    public func versions(of sessions: [String]) async throws(StoreError) -> [String: SessionVersion] {
        guard !sessions.isEmpty else { return [:] }
        let rows = try await read(
            Call("SELECT id, revision, draft_edits FROM sessions WHERE id = ANY ($1)").bind(sessions)
        )
        let versions = rows.all { ($0.text(0), SessionVersion(revision: $0.int(1), draftEdits: $0.int(2))) }
        return Dictionary(versions) { _, last in last }
    }

    /// Calls back with what nodes have committed.
    public func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) { notices.listen(listener) }

    /// Takes on a duty, renews it, or lets go of it.
    public func claim(_ claim: DutyClaim) async throws(StoreError) -> Bool {
        guard claim.until > claim.now else {
            let sql = "DELETE FROM duties WHERE duty = $1 AND holder = $2"
            _ = try await write(Call(sql).bind(claim.duty.rawValue).bind(claim.holder))
            return false
        }
        let sql = """
            INSERT INTO duties AS old (duty, holder, until_ms) VALUES ($1, $2, $3)
            ON CONFLICT (duty) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
            WHERE old.holder = excluded.holder OR old.until_ms <= $4
            """
        let call = Call(sql).bind(claim.duty.rawValue).bind(claim.holder).bind(claim.until).bind(claim.now)
        return try await write(call).affected > 0
    }
}
