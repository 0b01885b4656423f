public import Fairway

/// What an operator asks for.
extension PostgresStore {
    /// Throws when a change could not be committed now.
    public func probe() async throws(StoreError) {
        guard access == .serving else {
            _ = try await readList(Call("SELECT probes FROM bookkeeping"))
            return
        }
        _ = try await write(Call("UPDATE bookkeeping SET probes = probes + 1"))
    }

    /// What is wrong with the stored data as such. Of damage to its files PostgreSQL's own tools know (`pg_amcheck`).
    public func integrityProblems() async throws(StoreError) -> [String] {
        var problems: [String] = []
        for table in ["flows", "journal", "drafts", "replies", "jobs", "handoffs"] {
            let sql = """
                SELECT session, count(*) FROM \(table)
                WHERE NOT EXISTS (SELECT FROM sessions WHERE id = session) GROUP BY session LIMIT 100
                """
            problems += try await readList(Call(sql)).all {
                "\($0.int(1)) rows of \(table) belong to no session: \($0.text(0))"
            }
        }
        return problems
    }

    /// A page of the sessions that go on, whole.
    public func liveSessions(cursor: String?, limit: Int) async throws(StoreError) -> Page<StoredSession> {
        let rows = try await readList(.liveSessions(after: try Position(cursor: cursor), limit: limit))
        var sessions: [(position: Position, row: StoredSession)] = []
        for (position, id) in rows.all({ (Position($0.int(SessionRow.arrival), $0.text(0)), $0.text(0)) }) {
            // One that was deleted since is left out; it is not on the page that follows either.
            if let stored = try await load(id), stored.session.status == .active { sessions.append((position, stored)) }
        }
        return Page(
            rows: sessions.prefix(limit).map(\.row),
            next: rows.count > limit ? sessions.prefix(limit).last?.position.cursor : nil
        )
    }

    /// Another program's task.
    public func backup(to path: String) async throws(StoreError) {
        throw StoreError(
            .unsupported,
            "\(place) is backed up with PostgreSQL's own pg_dump, or with a base backup and its log."
        )
    }
}
