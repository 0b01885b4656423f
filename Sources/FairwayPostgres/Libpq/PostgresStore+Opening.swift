#if Postgres
public import Fairway

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PostgresStore {
    /// Opens a store.
    ///
    /// - Parameters:
    ///   - connection: A URI or keywords, as libpq takes them.
    ///   - access: What it is opened for.
    ///   - mostChangesInGroup: How many changes of different sessions share a transaction at most. An engine that spreads
    ///     sessions over machines is spared transactions over several of them by 1.
    /// - Throws: ``StoreError/Code/unusable`` for a database that is not ours or comes from a newer build; it is then left
    ///   as it was. ``StoreError/Code/unavailable`` when the server cannot be reached.
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
        ) { role, tell in
            LibpqConnection(string, for: role, clock: clock, tell: tell)
        }
    }

    /// Migrates or inspects the database; what it is called, and what it says the time is.
    private static func prepare(
        _ string: ConnectionString,
        _ access: StoreAccess,
        _ migrations: [Migration]
    ) throws(StoreError) -> (place: String, time: DatabaseClock.Reading) {
        var place = "PostgreSQL"
        do {
            let connection = try BlockingConnection(string)
            place = connection.place
            let migrator = Migrator(connection, migrations: migrations)
            switch access {
            case .serving: try migrator.migrate()
            case .reading: try migrator.inspect()
            }
            try migrator.refuseUnfinishedCopy()
            let time = try connection.run(DatabaseClock.question).first { $0.date(0) }
            return (place, DatabaseClock.Reading(time ?? Date()))
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
