#if Postgres
import Fairway
import FairwayPostgres
import FairwayTesting
import Testing

/// One after the other: each has nine connections, of which a server has a hundred.
@Suite(.serialized)
struct PostgresStoreTests {
    @Test(arguments: StoreContract.promises)
    func keeps(_ promise: StoreContract.Promise) async throws {
        try await TestDatabase.using { database in
            try await promise.check { try PostgresStore(database.uri) }
        }
    }
}
#endif
