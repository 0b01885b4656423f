#if Postgres
public import Fairway
import Foundation

extension PostgresStore {
    /// Opens a store.
    ///
    /// ```swift
    /// let store = try PostgresStore("postgres://db.example.org/fairway")
    /// ```
    ///
    /// - Parameters:
    ///   - connection: A connection URI or keyword string of libpq.
    ///   - access: Whether the store is opened for serving or only for reading.
    ///   - mostChangesInGroup: The maximum number of changes in a transaction. Use 1 for a database that
    ///     distributes sessions over machines, to avoid distributed transactions.
    /// - Throws: ``StoreError/Code/unusable`` if the database belongs to another program or to a newer build; it is not
    ///   changed. ``StoreError/Code/unavailable`` if the server cannot be reached.
    public convenience init(
        _ connection: String,
        for access: StoreAccess = .serving,
        mostChangesInGroup: Int = usualMostChangesInGroup
    ) throws(StoreError) {
        try self.init(
            connection,
            for: access,
            clock: SystemClock(),
            migrations: Migration.all,
            mostChangesInGroup: mostChangesInGroup
        )
    }

    convenience init(
        _ connection: String,
        for access: StoreAccess,
        clock: any WallClock,
        migrations: [Migration],
        mostChangesInGroup: Int = usualMostChangesInGroup
    ) throws(StoreError) {
        let string = ConnectionString(text: connection)
        let (place, time) = try Self.prepare(string, access, migrations)
        self.init(
            place: place,
            access: access,
            clock: clock,
            time: time,
            mostChangesInGroup: mostChangesInGroup
        ) { role, onEvent in
            LibpqConnection(string, for: role, clock: clock, onEvent: onEvent)
        }
    }

    /// Migrates or inspects the database. Returns its name in error messages, and its time.
    private static func prepare(
        _ string: ConnectionString,
        _ access: StoreAccess,
        _ migrations: [Migration]
    ) throws(StoreError) -> (place: String, time: DatabaseClock.Reading) {
        var place = "PostgreSQL"
        do {
            let connection = try BlockingConnection(string)
            place = connection.place
            let migrator = PostgresMigrator(connection, migrations: migrations)
            switch access {
            case .serving: try migrator.migrate()
            case .reading: try migrator.inspect()
            }
            try migrator.refuseUnfinishedCopy()
            let time = try DatabaseClock.Reading.taken {
                try connection.run(DatabaseClock.question).first { $0.date(0) }
            }
            return (place, time ?? DatabaseClock.Reading(Date()))
        } catch let error as StoreError {
            throw error
        } catch let failure as PostgresFailure {
            throw failure.storeError(place)
        } catch {
            throw StoreError(.unusable, "\(place) could not be opened.", cause: "\(error)")
        }
    }
}
#endif
