import Fairway

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings a file to the schema of this build, or says why that cannot be done.
struct Migrator {
    /// "Fair": how a file of ours is told from any other. https://sqlite.org/pragma.html#pragma_application_id
    static let applicationID = 0x4661_6972

    let path: String
    let migrations: [Migration]

    /// Refuses a file that is not ours, comes from a newer build, or was made by migrations that were changed since.
    func inspect(_ connection: Connection) throws {
        let applicationID = try connection.number("PRAGMA application_id")
        guard applicationID == Self.applicationID else {
            throw refusal("\(path) is a database of another program: name another file for the store.")
        }
        let version = try connection.number("PRAGMA user_version")
        guard version <= migrations.count else {
            throw refusal(
                "\(path) was written by a newer build (schema \(version); this one knows \(migrations.count)): "
                    + "start that build, or put back a backup from before."
            )
        }
        let applied = try connection.statement("SELECT number, name, sha256 FROM migrations ORDER BY number").all {
            (number: $0.int(0), name: $0.text(1), checksum: $0.bytes(2))
        }
        guard applied.map(\.number) == Array(1...max(1, version)) else {
            throw refusal("\(path) is damaged: its list of migrations does not match its version; put back a backup.")
        }
        for (migration, applied) in zip(migrations, applied) where migration.checksum != applied.checksum {
            throw refusal(
                "\(path) was made with another \(applied.name) than this build has: a migration that has been applied "
                    + "may not be changed. Put back the file as it was, and write a new migration."
            )
        }
    }

    /// How many migrations a file still needs.
    func pending(_ connection: Connection) throws(SQLiteFailure) -> Int {
        migrations.count - (try connection.number("PRAGMA user_version"))
    }

    /// Applies what has not been applied, each migration in a transaction of its own.
    func migrate(_ connection: Connection) throws(SQLiteFailure) {
        let version = try connection.number("PRAGMA user_version")
        for migration in migrations.dropFirst(version) {
            try connection.execute("BEGIN IMMEDIATE")
            do throws(SQLiteFailure) {
                try apply(migration, connection)
                try connection.execute("COMMIT")
            } catch {
                if !connection.isOutsideTransactions { try? connection.execute("ROLLBACK") }
                throw error
            }
        }
    }

    private func apply(_ migration: Migration, _ connection: Connection) throws(SQLiteFailure) {
        if migration.number == 1 {
            try connection.execute("PRAGMA application_id = \(Self.applicationID)")
            try connection.execute(
                """
                CREATE TABLE migrations (
                    number INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 BLOB NOT NULL, applied_at_ms INTEGER NOT NULL
                ) STRICT
                """
            )
        }
        try connection.execute(String(decoding: migration.sql, as: UTF8.self))
        try connection.statement("INSERT INTO migrations VALUES (?, ?, ?, ?)").bind(migration.number)
            .bind(migration.name).bind(blob: migration.checksum).bind(Date()).run()
        // Part of the transaction like any other write: https://sqlite.org/pragma.html#pragma_user_version
        try connection.execute("PRAGMA user_version = \(migration.number)")
    }

    private func refusal(_ message: String) -> StoreError { StoreError(.unusable, message) }
}
