import Foundation

/// What the samples' services keep: in a file of its own beside the sessions, so that what was sold stays sold when the
/// server starts again.
///
/// Handlers call it without `await`, which they may only because nobody else writes to the file and each transaction is a
/// few rows: whoever waits for a database over a network awaits it, or has a job do so.
final class SamplesDatabase: @unchecked Sendable {
    // Unchecked, because the connection is used under the lock only.
    private let lock = NSLock()
    private let path: String
    private var connection: SQLConnection?

    /// The file in the folder that the server runs in, opened when it is first needed.
    convenience init() { self.init(path: "fairway-samples.sqlite") }

    init(path: String) { self.path = path }

    /// One that is gone when it is let go of.
    static func inMemory() -> SamplesDatabase { SamplesDatabase(path: ":memory:") }

    /// Runs statements as one transaction: all of them, or none if one throws.
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
