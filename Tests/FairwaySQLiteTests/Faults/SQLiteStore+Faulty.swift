import Fairway
import FairwayTesting
import Testing

@testable import FairwaySQLite

extension SQLiteStore {
    /// A store on the VFS that injects faults.
    static func faulty(_ path: String) throws -> SQLiteStore {
        try SQLiteStore(
            DatabaseFile(path: path, vfs: DiskFault.vfs)
        )
    }
}

/// Increments a session's counter, and returns the error.
func count(_ session: String, from revision: Int, key: String? = nil, in store: some Store) async -> StoreError? {
    do {
        let outcome = try await store.commit(StoredSample(session).counting(from: revision, key: key))
        #expect(outcome == .committed)
        return nil
    } catch {
        return error
    }
}
