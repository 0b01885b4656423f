/// The migrations that a database needs, or the reason why this build cannot use it.
package struct MigrationPlan: Sendable {
    /// The database's name in messages.
    package let place: String
    /// The migrations of this build.
    package let migrations: [Migration]

    package init(place: String, migrations: [Migration]) {
        self.place = place
        self.migrations = migrations
    }

    /// A migration that was applied to a database.
    package struct Applied: Hashable, Sendable {
        var number: Int
        var name: String
        var checksum: [UInt8]

        /// Reads number, name and checksum.
        package init(_ row: some StoredRow) {
            number = row.int(0)
            name = row.text(1)
            checksum = row.bytes(2)
        }
    }

    /// The content of a database.
    package enum Found: Hashable, Sendable {
        /// No tables.
        case nothing
        /// Tables of another program.
        case foreignTables
        /// The version of the schema, and the migrations that were applied.
        case schema(Int, [Applied])
    }

    /// The migrations to be applied, in order.
    package func pending(_ found: Found) throws(StoreError) -> [Migration] {
        switch found {
        case .nothing: return migrations
        case .foreignTables:
            throw refusal("\(place) holds tables of another program: name a database that only Fairway uses.")
        case .schema(let version, let applied):
            try check(version, applied)
            return Array(migrations.dropFirst(version))
        }
    }

    /// The name of the first migration of all builds before the first release.
    private static let firstBeforeRelease = "0001_sessions.sql"

    private func check(_ version: Int, _ applied: [Applied]) throws(StoreError) {
        guard applied.first?.name != Self.firstBeforeRelease else {
            throw refusal(
                "\(place) was written before the first release of Fairway, and no release can read it: start with a new "
                    + "file or an empty database."
            )
        }
        guard version <= migrations.count else {
            throw refusal(
                "\(place) was written by a newer build (schema \(version); this one knows \(migrations.count)): "
                    + "start that build."
            )
        }
        guard applied.map(\.number) == Array(1..<(max(1, version) + 1)) else {
            throw refusal(
                "\(place) has gaps in its list of migrations: another program has changed it. Compare its table "
                    + "`migrations` with a backup's."
            )
        }
        for (migration, applied) in zip(migrations, applied) where migration.checksum != applied.checksum {
            throw refusal(
                "\(place) was created with another version of \(applied.name) than this build has: an applied migration "
                    + "may not be changed. Restore that file, and write a new migration."
            )
        }
    }

    private func refusal(_ message: String) -> StoreError { StoreError(.unusable, message) }
}

/// A step from one version of the schema to the next: a file in a folder of `Migrations`.
package struct Migration: Sendable {
    /// The number at the beginning of the file's name.
    package let number: Int
    /// The file's name.
    package let name: String
    package let sql: [UInt8]

    package init(number: Int, name: String, sql: [UInt8]) {
        self.number = number
        self.name = name
        self.sql = sql
    }

    /// SHA-256 of the SQL.
    package var checksum: [UInt8] { SHA256.hash(sql) }
}
