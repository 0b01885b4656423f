import Fairway
import FairwaySQLite

extension StoreLocation {
    /// The store itself. This is the one place that names concrete stores.
    func open() throws -> any Store {
        switch self {
        case .memory: return MemoryStore()
        case .sqlite(let path):
            do {
                return try SQLiteStore(path)
            } catch {
                throw CommandError(.unusableStore, error.description)
            }
        case .postgres: throw CommandError(.unusableStore, "\(self) is a kind of store that is not built in.")
        }
    }
}
