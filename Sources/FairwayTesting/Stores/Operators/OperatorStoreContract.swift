import Fairway
public import FairwayOperators
import Testing

/// The contract of every store that operators use, beyond ``StoreContract``. Each promise is a test, as there.
public enum OperatorStoreContract {
    /// A promise about a store that operators use.
    public typealias Promise = StorePromise<any OperatorStore>

    /// All promises of the contract.
    public static let promises: [Promise] = [
        flowPages, sessionPages, sessionFilters, incidents, users, erasing, keptStates, sandboxes, folding, runs,
        problems,
        problemLimits, builds, audit, batches, integrity,
    ].flatMap(\.self)
}

extension OperatorStoreContract {
    static let integrity = [
        Promise("storeIsIntactAndCountedAfterConcurrentChanges") { store async throws in
            #expect(try await store.integrityProblems() == [])
            try await withThrowingDiscardingTaskGroup { group in
                for index in 0..<50 { group.addTask { try await startAndChange("s\(index)", in: store) } }
            }
            #expect(try await store.summary().activeSessions == 50)
            #expect(try await store.integrityProblems() == [])
        }
    ]

    private static func startAndChange(_ session: String, in store: any OperatorStore) async throws {
        let sample = StoredSample(session)
        #expect(try await store.commit(sample.starting()) == .committed)
        #expect(try await store.commit(sample.counting(from: 1)) == .committed)
    }
}
