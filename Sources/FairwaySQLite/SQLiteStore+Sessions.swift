public import Fairway
public import FairwayWire
public import Foundation

/// Loads, changes and hands over sessions. ``Store`` documents the calls.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func load(_ session: String) async throws(StoreError) -> StoredSession? {
        try await reader.readWithoutTransaction { try $0.load(session) }
    }

    public func access(_ session: String) async throws(StoreError) -> SessionAccess? {
        try await reader.readWithoutTransaction { connection in
            try SessionLookup.access.first(session, on: connection) { SessionAccess($0) }
        }
    }

    public func commit(_ commit: consuming Commit) async throws(StoreError) -> CommitOutcome {
        let prepared = try PreparedCommit(commit)
        return try await write { try $0.write(prepared) }
    }

    public func reply(_ session: String, key: String) async throws(StoreError) -> StoredReply? {
        try await read { connection in
            guard let number = try connection.number(of: session) else { return nil }
            return try connection.reply(number, key: key)
        }
    }

    @discardableResult
    public func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError) -> Int {
        try await write { writer in
            guard let number = try writer.connection.number(of: session) else { return }
            try writer.setDraft(draft, of: number, screen: screen)
        }
        return 0
    }

    public func journal(_ session: String, after revision: Int, limit: Int) async throws(StoreError) -> [JournalEntry] {
        try await read { connection in
            guard let number = try connection.number(of: session) else { return [] }
            return try connection.statement(SessionJournal.page).bind(number).bind(revision).bind(limit)
                .all(JournalEntry.init)
        }
    }

    public func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError) {
        try await write { writer in
            guard let number = try writer.connection.number(of: session) else { return }
            let sql = "INSERT OR REPLACE INTO handoffs (code_sha256, session, expires_at_ms) VALUES (?, ?, ?)"
            try writer.connection.statement(sql).bind(blob: code).bind(number).bind(expiresAt).run()
        }
    }

    public func handoff(_ code: [UInt8]) async throws(StoreError) -> StoredHandoff? {
        try await read { connection in
            let sql = """
                SELECT sessions.id, expires_at_ms, is_link FROM handoffs JOIN sessions ON sessions.number = handoffs.session
                WHERE code_sha256 = ?
                """
            return try connection.statement(sql).bind(blob: code).first {
                StoredHandoff(session: $0.text(0), expiresAt: $0.date(1), isLink: $0.bool(2))
            }
        }
    }

    public func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation? {
        try await read { try $0.creation(key) }
    }
}

/// Kept states and sandboxes. ``Store`` documents the calls.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func keepStates(_ states: [KeptState], most: Int) async throws(StoreError) {
        try await write { writer in
            // A snapshot contains the payloads of jobs, which may be sensitive, so deleted content is overwritten.
            try writer.connection.erasing { () throws(SQLiteFailure) in
                for state in states { try writer.keep(state, most: most) }
            }
        }
    }

    public func keptState(_ session: String, revision: Int) async throws(StoreError) -> KeptState? {
        try await readForAdmin { connection in
            let sql = """
                SELECT sessions.id, kept_states.revision, document, snapshot FROM kept_states
                JOIN sessions ON sessions.number = session
                WHERE sessions.id = ? AND kept_states.revision = ?
                """
            return try connection.statement(sql).bind(session).bind(revision).first(KeptState.init)
        }
    }

    public func keptRevisions(_ session: String) async throws(StoreError) -> [Int] {
        try await readForAdmin { connection in
            guard let number = try connection.number(of: session) else { return [] }
            let sql = "SELECT revision FROM kept_states WHERE session = ? ORDER BY revision DESC"
            return try connection.statement(sql).bind(number).all { $0.int(0) }
        }
    }

    public func addSandbox(_ commit: consuming Commit, most: Int) async throws(StoreError) -> CommitOutcome? {
        let original = commit.row?.forkedFrom
        let prepared = try PreparedCommit(commit)
        return try await write { writer in
            let sql = "SELECT count(*) FROM sessions INDEXED BY sessions_sandboxes WHERE is_sandbox = 1"
            guard try writer.connection.number(sql) < most else { return nil }
            guard let original, try writer.connection.number(of: original) != nil else { return .conflict }
            return try writer.write(prepared)
        }
    }

    public func deleteSandboxes(before date: Date, limit: Int) async throws(StoreError) -> [String] {
        try await write { writer in
            let sql = """
                SELECT number, id FROM sessions INDEXED BY sessions_sandboxes
                WHERE is_sandbox = 1 AND created_at_ms <= ? ORDER BY number LIMIT ?
                """
            let old = try writer.connection.statement(sql).bind(date).bind(limit).all { ($0.int(0), $0.text(1)) }
            for (number, _) in old { try writer.deleteSession(number) }
            return old.map(\.1)
        }
    }
}

extension CommitWriter {
    /// Stores a state of a session that exists, and deletes the old ones.
    fileprivate func keep(_ state: KeptState, most: Int) throws(SQLiteFailure) {
        guard let session = try connection.number(of: state.session) else { return }
        let insertion = "INSERT OR REPLACE INTO kept_states (session, revision, document, snapshot) VALUES (?, ?, ?, ?)"
        try connection.statement(insertion).bind(session).bind(state.revision).bind(blob: state.document)
            .bind(blob: state.snapshot).run()
        let deletion = """
            DELETE FROM kept_states WHERE session = ?1 AND revision <= (
                SELECT max(revision) FROM kept_states WHERE session = ?1
            ) - ?2
            """
        try connection.statement(deletion).bind(session).bind(most).run()
    }
}
