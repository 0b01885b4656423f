import Foundation

/// The database of the samples' services. It is a separate file beside the sessions, so sold tickets survive restarts.
///
/// Handlers call it without `await`. That is acceptable only because this process alone writes to the file and each
/// transaction is a few rows. Await a database over a network, or access it in a job.
///
/// `@unchecked Sendable`, because the connection is used only under the lock.
final class SamplesDatabase: @unchecked Sendable {
    private let lock = NSLock()
    private let path: String
    private var connection: SQLConnection?

    /// A file in the working directory, opened at its first use.
    convenience init() { self.init(path: "fairway-samples.sqlite") }

    init(path: String) { self.path = path }

    static func inMemory() -> SamplesDatabase { SamplesDatabase(path: ":memory:") }

    /// Runs statements as one transaction, which is rolled back if one throws.
    func transaction<Result>(_ body: (SQLConnection) throws -> Result) throws -> Result {
        try lock.withLock {
            let connection = try opened()
            try connection.execute("BEGIN IMMEDIATE")
            do {
                let result = try body(connection)
                try connection.execute("COMMIT")
                return result
            } catch {
                try? connection.execute("ROLLBACK")
                throw error
            }
        }
    }

    private func opened() throws -> SQLConnection {
        if let connection { return connection }
        let new = try SQLConnection(path)
        try new.execute("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL;")
        for tables in [
            Ledger.tables, Members.tables, Timetable.tables, CabinInventory.tables, PaymentService.tables,
            TicketOffice.tables,
        ] { try new.execute(tables) }
        connection = new
        return new
    }
}
