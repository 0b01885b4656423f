import Fairway
import FairwayPostgres
import FairwaySQLite

extension StoreLocation {
    /// What a store is opened for.
    enum Use {
        /// To serve: it is made or migrated as needed, and nobody else may serve it meanwhile.
        case serving
        /// To look at it, beside a server or without one.
        case reading
    }

    /// The store itself. This is the one place that names concrete stores.
    func open(_ use: Use, durability: Durability = .full, commitGroup: Int? = nil) throws -> any Store {
        switch self {
        case .memory: return MemoryStore()
        case .sqlite(let path):
            do {
                return try SQLiteStore(
                    path,
                    for: use == .serving ? .serving : .reading,
                    durability: durability == .full ? .full : .relaxed,
                    mostChangesInGroup: commitGroup ?? SQLiteStore.usualMostChangesInGroup
                )
            } catch {
                throw CommandError(.unusableStore, error.description)
            }
        case .postgres(let uri): return try openPostgres(uri, use)
        }
    }

    #if Postgres
    private func openPostgres(_ uri: String, _ use: Use) throws -> any Store {
        do {
            return try PostgresStore(uri, for: use == .serving ? .serving : .reading)
        } catch {
            throw CommandError(.unusableStore, error.description)
        }
    }
    #else
    private func openPostgres(_ uri: String, _ use: Use) throws -> any Store {
        throw CommandError(
            .unusableStore,
            "\(self): this build has no store for PostgreSQL; install libpq-dev, and build with `--traits Postgres`."
        )
    }
    #endif
}
