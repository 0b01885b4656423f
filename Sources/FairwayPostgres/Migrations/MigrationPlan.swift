import Fairway

/// What a database needs to be one of this build's, or why it cannot be.
struct MigrationPlan {
    /// What the database is called in messages.
    let place: String
    /// What this build knows.
    let migrations: [Migration]

    /// A migration as a database remembers it.
    struct Applied: Hashable, Sendable {
        var number: Int
        var name: String
        var checksum: [UInt8]
    }

    /// What was found in a database.
    enum Found: Hashable, Sendable {
        /// No tables.
        case nothing
        /// Tables of another program.
        case strangers
        /// A list of migrations that have been applied.
        case migrations([Applied])
    }

    /// The migrations still to be applied, in order.
    func pending(_ found: Found) throws(StoreError) -> [Migration] {
        switch found {
        case .nothing: return migrations
        case .strangers:
            throw refusal("\(place) holds tables of another program: make a database for the store alone.")
        case .migrations(let applied):
            try inspect(applied)
            return Array(migrations.dropFirst(applied.count))
        }
    }

    private func inspect(_ applied: [Applied]) throws(StoreError) {
        guard applied.count <= migrations.count else {
            throw refusal(
                "\(place) was written by a newer build (schema \(applied.count); this one knows \(migrations.count)): "
                    + "start that build, or put back a backup from before."
            )
        }
        guard applied.map(\.number) == Array(1..<(applied.count + 1)) else {
            throw refusal("\(place) is damaged: its list of migrations has gaps; put back a backup.")
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
