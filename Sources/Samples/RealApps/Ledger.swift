import Foundation

/// Executes transfers, each id once.
struct Ledger: Sendable {
    /// What everybody has.
    static let balance: Decimal = 1_000

    static let tables = """
        CREATE TABLE IF NOT EXISTS transfers (
            session TEXT NOT NULL, id TEXT NOT NULL, reference TEXT NOT NULL,
            recipient TEXT NOT NULL, amount TEXT NOT NULL,
            PRIMARY KEY (session, id)
        ) STRICT;
        """

    let database: SamplesDatabase

    /// Sends money, unless that has been done under this id; the reference is the same each time.
    func transfer(_ amount: Decimal, to recipient: String, id: String, session: String) throws -> String {
        try database.transaction { sql in
            let known = try sql.first(
                "SELECT reference FROM transfers WHERE session = ? AND id = ?",
                .text(session),
                .text(id)
            ) { $0.text(0) }
            if let known { return known }
            let reference = "T-\(try count(session, sql) + 1)"
            try sql.run(
                "INSERT INTO transfers (session, id, reference, recipient, amount) VALUES (?, ?, ?, ?, ?)",
                .text(session),
                .text(id),
                .text(reference),
                .text(recipient),
                .text("\(amount)")
            )
            return reference
        }
    }

    /// How many transfers were executed for a session.
    func count(session: String) throws -> Int {
        try database.transaction { try count(session, $0) }
    }

    private func count(_ session: String, _ sql: SQLConnection) throws -> Int {
        try sql.first("SELECT count(*) FROM transfers WHERE session = ?", .text(session)) { $0.number(0) } ?? 0
    }
}
