#if Postgres
import CrowdChecking
import Fairway
import FairwayEvents
import FairwayOperators
import FairwayPostgres
import FairwayTesting
import Testing

extension PostgresTests {
    @Suite struct PostgresStoreTests {
        @Test(arguments: StoreContract.promises)
        func keeps(_ promise: StoreContract.Promise) async throws {
            try await TestDatabase.using { database in
                try await promise.check { try PostgresStore(database.uri) }
            }
        }

        @Test(arguments: SignalStoreContract.promises)
        func keepsSignals(_ promise: SignalStoreContract.Promise) async throws {
            try await TestDatabase.using { database in
                try await promise.check { try PostgresStore(database.uri) }
            }
        }

        @Test(arguments: OperatorStoreContract.promises)
        func keepsForOperators(_ promise: OperatorStoreContract.Promise) async throws {
            try await TestDatabase.using { database in
                try await promise.check { try PostgresStore(database.uri) }
            }
        }

        @Test(arguments: EventStoreContract.promises)
        func keepsEvents(_ promise: EventStoreContract.Promise) async throws {
            try await TestDatabase.using { database in
                try await promise.check { try PostgresStore(database.uri) }
            }
        }

        @Test func sessionsOfACrowdAreCountedExactly() async throws {
            try await TestDatabase.using { database in
                try await Crowd.check(nodes: 2) { try PostgresStore(database.uri) }
            }
        }

        @Test(arguments: SharedStoreContract.promises)
        func shares(_ promise: SharedStoreContract.Promise) async throws {
            try await TestDatabase.using { database in
                try await promise.check { try PostgresStore(database.uri) }
            }
        }
    }
}
#endif
