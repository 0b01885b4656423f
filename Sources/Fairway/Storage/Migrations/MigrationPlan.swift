/// What a database needs to be one of this build's, or why it cannot be.
package struct MigrationPlan: Sendable {
    /// What the database is called in messages.
    package let place: String
    /// What this build knows.
    package let migrations: [Migration]

    /// The plan for a database.
    package init(place: String, migrations: [Migration]) {
        self.place = place
        self.migrations = migrations
    }

    /// A migration as a database remembers it.
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

    /// What was found in a database.
    package enum Found: Hashable, Sendable {
        /// No tables.
        case nothing
        /// Tables of another program.
        case strangers
        /// The schema's version, and a list of migrations that have been applied.
        case schema(Int, [Applied])
    }

    /// The migrations still to be applied, in order.
    package func pending(_ found: Found) throws(StoreError) -> [Migration] {
        switch found {
        case .nothing: return migrations
        case .strangers:
            throw refusal("\(place) holds tables of another program: name a database for the store alone.")
        case .schema(let version, let applied):
            try inspect(version, applied)
            return Array(migrations.dropFirst(version))
        }
    }

    private func inspect(_ version: Int, _ applied: [Applied]) throws(StoreError) {
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
                "\(place) was made with another \(applied.name) than this build has: a migration that has been applied "
                    + "may not be changed. Put back the file as it was, and write a new migration."
            )
        }
    }

    private func refusal(_ message: String) -> StoreError { StoreError(.unusable, message) }
}
