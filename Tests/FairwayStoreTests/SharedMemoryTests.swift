import Fairway
import FairwayEvents
import FairwayTesting
import TestWaits
import Testing

@Suite(.waiting)
struct SharedMemoryTests {
    @Test(arguments: SharedStoreContract.promises)
    func shares(_ promise: SharedStoreContract.Promise) async throws {
        let memory = SharedMemory()
        try await promise.check { memory.open() }
    }

    @Test(arguments: SharedStoreContract.promises)
    func sharesBehindAFaultyStoreWithoutFaults(_ promise: SharedStoreContract.Promise) async throws {
        let memory = SharedMemory()
        try await promise.check { FaultyStore(memory.open()) }
    }

    @Test(arguments: StoreContract.promises)
    func keeps(_ promise: StoreContract.Promise) async throws {
        try await promise.check { SharedMemory().open() }
    }

    @Test(arguments: SignalStoreContract.promises)
    func keepsSignals(_ promise: SignalStoreContract.Promise) async throws {
        try await promise.check { SharedMemory().open() }
    }

    @Test(arguments: OperatorStoreContract.promises)
    func keepsForOperators(_ promise: OperatorStoreContract.Promise) async throws {
        try await promise.check { SharedMemory().open() }
    }

    @Test(arguments: EventStoreContract.promises)
    func keepsEvents(_ promise: EventStoreContract.Promise) async throws {
        try await promise.check { SharedMemory().open() }
    }

    @Test func nodesShareTheFeed() async throws {
        let memory = SharedMemory()
        try await EventStoreContract.checkSharing([memory.open(), memory.open(), memory.open()])
    }

    @Test func noticesAreHeldOrLostOnDemand() async throws {
        let memory = SharedMemory()
        let (writer, reader) = (memory.open(), memory.open())
        let record = NoticeRecord()
        reader.listen(record.add)
        let sample = StoredSample("a")
        memory.deliver(.held, to: reader)
        _ = try writer.commit(sample.starting())
        #expect(record.notices == [.missed])
        memory.deliver(.immediate, to: reader)
        #expect(record.notices == [.missed, .changed(session: "a", revision: 1)])
        memory.deliver(.lost, to: reader)
        _ = try writer.commit(sample.counting(from: 1))
        memory.deliver(.immediate, to: reader)
        #expect(record.notices == [.missed, .changed(session: "a", revision: 1), .missed])
    }
}
