import CrowdChecking
import Fairway
import FairwayEvents
import FairwaySQLite
import FairwayTesting
import Testing

struct SQLiteStoreTests {
    @Test(arguments: StoreContract.promises)
    func keeps(_ promise: StoreContract.Promise) async throws {
        let folder = try TemporaryFolder()
        try await promise.check { try SQLiteStore(folder["fairway.sqlite"]) }
        #expect(try folder.names == ["fairway.sqlite"], "the files after the store was closed")
    }

    @Test(arguments: SignalStoreContract.promises)
    func keepsSignals(_ promise: SignalStoreContract.Promise) async throws {
        let folder = try TemporaryFolder()
        try await promise.check { try SQLiteStore(folder["fairway.sqlite"]) }
        #expect(try folder.names == ["fairway.sqlite"], "the files after the store was closed")
    }

    @Test(arguments: OperatorStoreContract.promises)
    func keepsForOperators(_ promise: OperatorStoreContract.Promise) async throws {
        let folder = try TemporaryFolder()
        try await promise.check { try SQLiteStore(folder["fairway.sqlite"]) }
        #expect(try folder.names == ["fairway.sqlite"], "the files after the store was closed")
    }

    @Test(arguments: EventStoreContract.promises)
    func keepsEvents(_ promise: EventStoreContract.Promise) async throws {
        let folder = try TemporaryFolder()
        try await promise.check { try SQLiteStore(folder["fairway.sqlite"]) }
    }

    @Test func sessionsOfACrowdAreCountedExactly() async throws {
        let folder = try TemporaryFolder()
        try await Crowd.check(nodes: 1) { try SQLiteStore(folder["fairway.sqlite"]) }
    }

    @Test func progressOfWebhooksIsKept() async throws {
        let folder = try TemporaryFolder()
        try await WebhookContract.check(SQLiteStore(folder["fairway.sqlite"]))
    }

    @Test func quarantineIsKept() async throws {
        let folder = try TemporaryFolder()
        try await QuarantineContract.check(SQLiteStore(folder["fairway.sqlite"]))
    }
}
