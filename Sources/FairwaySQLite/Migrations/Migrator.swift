package import Fairway
import FairwayAssets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings a file to the schema of this build, or says why that cannot be done.
struct Migrator {
    /// "Fair": how a file of ours is told from any other. https://sqlite.org/pragma.html#pragma_application_id
    static let applicationID = 0x4661_6972

    private let plan: MigrationPlan

    init(path: String, migrations: [Migration]) { plan = MigrationPlan(place: path, migrations: migrations) }

    /// The migrations that a file still needs. Refuses a file that is not ours, comes from a newer build, or was made by
    /// migrations that were changed since.
    func pending(_ connection: Connection, isNew: Bool = false) throws -> [Migration] {
        try plan.pending(isNew ? .nothing : found(connection))
    }

    /// Applies migrations, each in a transaction of its own.
    func apply(_ migrations: [Migration], to connection: Connection) throws(SQLiteFailure) {
        for migration in migrations {
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

    private func found(_ connection: Connection) throws(SQLiteFailure) -> MigrationPlan.Found {
        guard try connection.number("PRAGMA application_id") == Self.applicationID else {
            // What a process that was killed had begun to make has been undone.
            return try connection.number("PRAGMA page_count") == 0 ? .nothing : .strangers
        }
        let version = try connection.number("PRAGMA user_version")
        guard try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'migrations'") > 0 else {
            return .schema(version, [])
        }
        return .schema(
            version,
            try connection.statement("SELECT number, name, sha256 FROM migrations ORDER BY number")
                .all(MigrationPlan.Applied.init)
        )
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
}

extension Migration {
    /// The migrations that this build knows, in order.
    package static let all = EmbeddedFile.sqliteMigrations.enumerated().map { index, file in
        Migration(number: index + 1, name: file.path, sql: file.bytes)
    }
}
