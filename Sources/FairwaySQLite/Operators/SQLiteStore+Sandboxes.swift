public import Fairway
public import FairwayOperators
public import Foundation

/// Kept states and sandboxes. ``OperatorStore`` documents the calls.
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
