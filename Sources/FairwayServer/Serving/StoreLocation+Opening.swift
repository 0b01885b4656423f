import Fairway
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
        case .postgres: throw CommandError(.unusableStore, "\(self) is a kind of store that is not built in.")
        }
    }
}
