package import Fairway
import FairwayAssets
import Foundation

/// Migrates a file to the schema of this build.
struct SQLiteMigrator {
    /// "Fair" in ASCII, which identifies the files of Fairway (https://sqlite.org/pragma.html#pragma_application_id).
    static let applicationID = 0x4661_6972

    private let plan: MigrationPlan

    init(path: String, migrations: [Migration]) { plan = MigrationPlan(place: path, migrations: migrations) }

    /// The migrations that a file needs. Throws if the file belongs to another program or a newer build, or if its
    /// applied migrations differ from those of this build.
    func pending(_ connection: SQLiteConnection, isNew: Bool = false) throws -> [Migration] {
        try plan.pending(isNew ? .nothing : found(connection))
    }

    /// Applies migrations, each in a transaction.
    func apply(_ migrations: [Migration], to connection: SQLiteConnection) throws(SQLiteFailure) {
        for migration in migrations {
            try connection.execute("BEGIN IMMEDIATE")
            do throws(SQLiteFailure) {
                try apply(migration, connection)
                try connection.execute("COMMIT")
            } catch {
                connection.rollBack()
                throw error
            }
        }
    }

    private func found(_ connection: SQLiteConnection) throws(SQLiteFailure) -> MigrationPlan.Found {
        guard try connection.number("PRAGMA application_id") == Self.applicationID else {
            // The file is empty if a process was killed during the first migration: SQLite has rolled that back.
            return try connection.number("PRAGMA page_count") == 0 ? .nothing : .foreignTables
        }
        let version = try connection.number("PRAGMA user_version")
        guard try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'migrations'") > 0 else {
            return .schema(version, [])
        }
        let sql = "SELECT number, name, sha256 FROM migrations ORDER BY number"
        return .schema(version, try connection.statement(sql).all(MigrationPlan.Applied.init))
    }

    private func apply(_ migration: Migration, _ connection: SQLiteConnection) throws(SQLiteFailure) {
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
        // The version is part of the transaction: https://sqlite.org/pragma.html#pragma_user_version
        try connection.execute("PRAGMA user_version = \(migration.number)")
    }
}

extension Migration {
    /// The migrations of this build, in order.
    package static let all = EmbeddedFile.sqliteMigrations.enumerated().map { index, file in
        Migration(number: index + 1, name: file.path, sql: file.bytes)
    }
}
