import CrowdChecking
import Fairway
import FairwayEvents
import FairwayTesting
import Testing

struct MemoryStoreTests {
    @Test(arguments: StoreContract.promises)
    func keeps(_ promise: StoreContract.Promise) async throws {
        try await promise.check { MemoryStore() }
    }

    @Test(arguments: StoreContract.promises)
    func keepsPromiseInsideAFaultyStoreWithoutFaults(_ promise: StoreContract.Promise) async throws {
        try await promise.check { FaultyStore(MemoryStore()) }
    }

    @Test(arguments: SignalStoreContract.promises)
    func keepsSignals(_ promise: SignalStoreContract.Promise) async throws {
        try await promise.check { MemoryStore() }
    }

    @Test(arguments: SignalStoreContract.promises)
    func keepsSignalsInsideAFaultyStoreWithoutFaults(_ promise: SignalStoreContract.Promise) async throws {
        try await promise.check { FaultyStore(MemoryStore()) }
    }

    @Test(arguments: OperatorStoreContract.promises)
    func keepsForOperators(_ promise: OperatorStoreContract.Promise) async throws {
        try await promise.check { MemoryStore() }
    }

    @Test(arguments: OperatorStoreContract.promises)
    func keepsForOperatorsInsideAFaultyStoreWithoutFaults(_ promise: OperatorStoreContract.Promise) async throws {
        try await promise.check { FaultyStore(MemoryStore()) }
    }

    @Test(arguments: EventStoreContract.promises)
    func keepsEvents(_ promise: EventStoreContract.Promise) async throws {
        try await promise.check { MemoryStore() }
    }

    @Test(arguments: EventStoreContract.promises)
    func keepsEventsInsideAFaultyStoreWithoutFaults(_ promise: EventStoreContract.Promise) async throws {
        try await promise.check { FaultyStore(MemoryStore()) }
    }

    @Test func progressOfWebhooksIsKept() async throws { try await WebhookContract.check(MemoryStore()) }

    @Test func sessionsOfACrowdAreCountedExactly() async throws { try await Crowd.check(on: MemoryStore()) }
}
