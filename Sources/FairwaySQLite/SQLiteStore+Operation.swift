public import Fairway

/// What an operator asks for.
extension SQLiteStore {
    /// Throws when a change could not be committed now.
    public func probe() async throws(StoreError) {
        guard access == .serving else { return try await readForAdmin { _ in } }
        try await write { try $0.probe() }
    }

    /// What is wrong with the file as such.
    public func integrityProblems() async throws(StoreError) -> [String] {
        try await readForAdmin { connection in
            // https://sqlite.org/pragma.html#pragma_integrity_check: one row `ok`, or one for each problem. It does not
            // look for rows whose session is gone, which foreign_key_check does; the journal has no such key.
            let problems = try connection.statement("PRAGMA integrity_check").all { $0.text(0) }
            let orphans = try connection.statement("PRAGMA foreign_key_check").all {
                "row \($0.int(1)) of \($0.text(0)) belongs to no \($0.text(2))"
            }
            let chains = try connection.statement(JournalChain.problems).all { $0.text(0) }
            let fronts = try connection.statement(FrontFlow.problems).all { $0.text(0) }
            return problems.filter { $0 != "ok" } + orphans + chains + fronts
        }
    }

    /// A page of the sessions that go on, whole.
    public func liveSessions(cursor: String?, limit: Int) async throws(StoreError) -> Page<StoredSession> {
        let start = try Self.position(cursor)
        return try await readForAdmin { connection in
            let sql = """
                SELECT \(FoundSession.columns) FROM sessions INDEXED BY sessions_by_status
                WHERE is_over = 0 AND number > ? ORDER BY number LIMIT ?
                """
            let found = try connection.statement(sql).bind(start ?? 0).bind(limit + 1).all(FoundSession.init)
            return Page(
                try found.map { (number: $0.number, row: try connection.complete($0).stored) },
                limit: limit
            )
        }
    }

    /// Writes a copy of the file as it is at one moment, while changes go on.
    public func backup(to path: String) async throws(StoreError) {
        guard FileIdentity(path) == nil else {
            throw StoreError(.unusable, "\(path) is there already: name a new file for the backup.")
        }
        try await Backup(file: file, target: path).run()
    }
}
