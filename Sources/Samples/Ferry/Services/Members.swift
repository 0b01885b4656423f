struct Members: Sendable {
    static let tables = """
        CREATE TABLE IF NOT EXISTS members (session TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
        """

    let database: SamplesDatabase

    /// The signed-in member; nil for a guest.
    func member(of session: String) throws -> String? {
        try database.transaction { sql in
            try sql.first("SELECT name FROM members WHERE session = ?", .text(session)) { $0.text(0) }
        }
    }

    /// Signs a member in. Idempotent.
    func signIn(_ name: String, session: String) throws {
        _ = try database.transaction { sql in
            try sql.run("INSERT OR REPLACE INTO members (session, name) VALUES (?, ?)", .text(session), .text(name))
        }
    }
}
