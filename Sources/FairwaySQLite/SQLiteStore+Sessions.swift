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
