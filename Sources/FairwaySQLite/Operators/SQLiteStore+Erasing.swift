public import Fairway
import FairwayEvents
public import FairwayOperators
public import Foundation
import Synchronization

/// Counts, deletes and erases. ``OperatorStore`` documents the calls.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        var (count, hasMoreIncidents) = (0, true)
        while hasMoreIncidents, count < limit {
            let left = limit - count
            let folded = try await write { try $0.fold(limit: left) }
            count += folded.entries
            if folded.hasProblems { while try await !write({ try $0.deleteProblemsBeyondLimit() }) {} }
            hasMoreIncidents = folded.incidents == OperatorLimits.incidentsPerFold
        }
        return count
    }

    public func delete(_ rows: OperatorRows, before date: Date, limit: Int) async throws(StoreError) -> Int {
        switch rows {
        case .runs: try await write { try $0.delete(Self.runDeletion, date.milliseconds, limit) }
        case .counts:
            try await write { writer in
                let edges = try writer.delete(Self.countDeletion, date.hour, limit)
                return try edges + writer.delete(Self.serverCountDeletion, date.hour, limit - edges)
            }
        case .problems: try await deleteProblems(before: date, limit: limit)
        case .audit:
            try await write { writer in
                let entries = try writer.delete(Self.auditDeletion, date.milliseconds, limit)
                return try entries + writer.delete(Self.batchDeletion, date.milliseconds, limit - entries)
            }
        }
    }

    private func deleteProblems(before date: Date, limit: Int) async throws(StoreError) -> Int {
        var count = 0
        while true {
            let left = limit - count
            let (deleted, isComplete) = try await write {
                try $0.deleteProblems(Self.oldProblems, date.milliseconds, left)
            }
            count += deleted
            if isComplete { return count }
        }
    }

    private static let runDeletion = """
        DELETE FROM runs WHERE number IN (
            SELECT number FROM runs INDEXED BY runs_by_start WHERE started_at_ms < ?1 ORDER BY started_at_ms LIMIT ?2
        )
        """

    private static let countDeletion: String = {
        let key = "hour, flow, from_screen, action, to_screen, stay_class"
        return "DELETE FROM edges WHERE (\(key)) IN (SELECT \(key) FROM edges WHERE hour < ?1 ORDER BY hour LIMIT ?2)"
    }()

    static let serverCountDeletion = """
        DELETE FROM server_counts WHERE number IN (
            SELECT number FROM server_counts INDEXED BY sqlite_autoindex_server_counts_1 WHERE hour < ?1 LIMIT ?2
        )
        """

    /// Reads only the first rows, as the deletion of replies does.
    private static let auditDeletion =
        "DELETE FROM audit WHERE number IN (SELECT number FROM audit ORDER BY number LIMIT ?2) AND at_ms < ?1"

    private static let batchDeletion =
        "DELETE FROM batches WHERE number IN (SELECT number FROM batches WHERE ended_at_ms < ?1 LIMIT ?2)"

    public func eraseUser(_ user: String, limit: Int) async throws(StoreError) -> [String] {
        // Counted in small batches first, because changes wait for the transaction of the deletion.
        while try await foldJournal(limit: OperatorLimits.entriesPerFold) == OperatorLimits.entriesPerFold {}
        return try await write { writer in
            self.erasures.withLock { $0.begin() }
            return try writer.eraseSessions(of: user, limit: limit)
        }
    }

    public func erase(_ sessions: [String]) async throws(StoreError) -> [String] {
        while try await foldJournal(limit: OperatorLimits.entriesPerFold) == OperatorLimits.entriesPerFold {}
        return try await write { writer in
            self.erasures.withLock { $0.begin() }
            return try writer.erase(
                sessions.compactMap { id in try writer.connection.number(of: id).map { (number: $0, id: id) } }
            )
        }
    }

    /// Overwrites the free pages of the file, and truncates the log. Updates and sweeps free pages without overwriting them, and
    /// such a page may hold old content of the user.
    ///
    /// SQLite has no call for this. A row of zeros takes up the pages, and its deletion frees them again.
    public func finishErasure() async throws(StoreError) -> Bool {
        let (begun, step) = erasures.withLock { ($0.begun, $0.nextStep()) }
        switch step {
        case .wait: return false
        case .truncateLog: break
        case .overwrite:
            do throws(StoreError) {
                while try await write({ try $0.takeFreePages() }) {}
                while try await write({ try $0.returnFreePages() }) {}
            } catch {
                erasures.withLock { $0.endOverwrite(of: nil) }
                throw error
            }
            erasures.withLock { $0.endOverwrite(of: begun) }
        }
        guard try await truncateLog() else { return false }
        // Erasures stay open until the log is truncated, so the next start continues them. One that has begun meanwhile
        // ends all of them.
        try await write { writer in
            if self.erasures.withLock(\.begun) == begun { try writer.endErasures() }
        }
        return true
    }

    /// Ends an erasure that a crash has interrupted.
    func resumeErasure() {
        // If this fails, the next erasure or the next start continues.
        Task { while try await !finishErasure() { try await Task.sleep(for: .seconds(1)) } }
    }
}

extension CommitWriter {
    /// Folds journal entries, and incidents if no more entries are left. Returns the numbers of both, and whether the
    /// entries have added to problems.
    fileprivate func fold(
        limit: Int
    ) throws(SQLiteFailure) -> (entries: Int, hasProblems: Bool, incidents: Int) {
        let journal = try JournalRollup(connection, limit: limit)
        if journal.entryCount > 0 { try journal.fold(connection) }
        guard journal.entryCount < limit else { return (journal.entryCount, journal.hasProblems, 0) }
        let incidents = try IncidentRollup(connection, limit: OperatorLimits.incidentsPerFold)
        try incidents.fold(connection)
        return (journal.entryCount, journal.hasProblems, incidents.count)
    }

    /// Deletes sessions of a user, and overwrites their content.
    fileprivate func eraseSessions(of user: String, limit: Int) throws(SQLiteFailure) -> [String] {
        try erase(
            connection.statement(Self.sessionsOfUser).bind(user).bind(limit).all { (number: $0.int(0), id: $0.text(1)) }
        )
    }

    /// Deletes sessions and the sandboxes that were copied from them, and overwrites their content.
    fileprivate func erase(_ originals: [(number: Int, id: String)]) throws(SQLiteFailure) -> [String] {
        var sessions = originals
        for (_, id) in originals {
            let copies = try connection.statement(Self.copiesOfSession).bind(id).all {
                (number: $0.int(0), id: $0.text(1))
            }
            sessions += copies.filter { copy in !sessions.contains { $0.number == copy.number } }
        }
        guard !sessions.isEmpty else { return [] }
        try JournalRollup(connection, limit: .max).fold(connection)
        try IncidentRollup(connection, limit: .max).fold(connection)
        try connection.erasing { () throws(SQLiteFailure) in
            for (number, id) in sessions {
                try deleteSession(number)
                try connection.statement(Self.creationDeletion).bind(id).run()
            }
            try connection.statement("UPDATE webhooks SET \(WebhookProgress.erasure)").run()
        }
        // Mark the erasure. If it is not finished, the next start continues.
        try connection.statement("INSERT INTO free_pages (zeros) VALUES (x'')").run()
        return sessions.map(\.id)
    }

    static let sessionsOfUser =
        "SELECT number, id FROM sessions INDEXED BY sessions_by_user WHERE user_id = ? ORDER BY number LIMIT ?"

    private static let copiesOfSession =
        "SELECT number, id FROM sessions INDEXED BY sessions_sandboxes WHERE is_sandbox = 1 AND forked_from = ?"

    static let creationDeletion = "DELETE FROM creations INDEXED BY creations_by_session WHERE session_id = ?"

    /// 1 MiB with the default page size.
    private static let freePagesInBatch = 256

    /// Whether an erasure has begun and is not finished.
    var isErasureOpen: Bool {
        get throws(SQLiteFailure) { try connection.number("SELECT EXISTS (SELECT 1 FROM free_pages)") == 1 }
    }

    fileprivate func endErasures() throws(SQLiteFailure) {
        try connection.statement("DELETE FROM free_pages WHERE length(zeros) = 0").run()
    }

    /// Fills free pages with zeros.
    ///
    /// - Returns: Whether more free pages are left. Pages that later changes free need not be overwritten.
    fileprivate func takeFreePages() throws(SQLiteFailure) -> Bool {
        let free = try connection.number("PRAGMA freelist_count")
        guard free > 0 else { return false }
        // Overflow pages begin with the number of the next one: https://sqlite.org/fileformat2.html#ovflpgs
        let bytes = min(free, Self.freePagesInBatch) * (try connection.number("PRAGMA page_size") - 4)
        try connection.statement("INSERT INTO free_pages (zeros) VALUES (zeroblob(?))").bind(bytes).run()
        // Earlier versions of the pages may be in the log.
        connection.logHoldsErasedContent = true
        return free > Self.freePagesInBatch
    }

    /// Frees pages that were overwritten.
    ///
    /// - Returns: Whether a row was deleted.
    fileprivate func returnFreePages() throws(SQLiteFailure) -> Bool {
        let sql = "DELETE FROM free_pages WHERE number = (SELECT min(number) FROM free_pages WHERE length(zeros) > 0)"
        // A page that became part of the table's tree may still hold old content outside its cells.
        try connection.erasing { () throws(SQLiteFailure) in try connection.statement(sql).run() }
        return connection.changedRows > 0
    }
}
