import Fairway

extension StoreLocation {
    /// The store itself. This is the one place that names concrete stores.
    func open() throws -> any Store {
        switch self {
        case .memory: return MemoryStore()
        case .sqlite, .postgres: throw CommandError(.unusableStore, "\(self) is a kind of store that is not built in.")
        }
    }
}
