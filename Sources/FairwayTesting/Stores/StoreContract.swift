public import Fairway
import FairwayWire
import Testing

/// The contract of every store of sessions. Each promise is a test:
///
/// ```swift
/// struct MyStoreTests {
///     @Test(arguments: StoreContract.promises)
///     func keeps(_ promise: StoreContract.Promise) async throws {
///         try await promise.check { MyStore() }
///     }
/// }
/// ```
public enum StoreContract {
    /// A promise about a store of sessions.
    public typealias Promise = StorePromise<any Store>

    /// All promises of the contract.
    public static let promises: [Promise] = [
        commits, keys, secrets, drafts, work, leases, journal, links, sweeping, concurrency,
    ].flatMap(\.self)
}

extension StoreContract {
    static let concurrency = [
        Promise("oneOfManyConcurrentChangesIsCommitted") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1...20 {
                let outcomes = try await all(12) { _ in try await store.commit(sample.counting(from: revision)) }
                #expect(outcomes.count { $0 == .committed } == 1)
                #expect(outcomes.count { $0 == .conflict } == 11)
            }
            #expect(try await store.load("a")?.session.revision == 21)
            #expect(try await store.journal("a", after: 0, limit: 100).map(\.revision) == Array(1...21))
        },
        Promise("concurrentRepeatsOfAKeyGetTheSameReply") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            let outcomes = try await all(50) { _ in try await store.commit(sample.counting(from: 1, key: "k")) }
            let kept = try #require(try await store.reply("a", key: "k"))
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(outcomes.count { $0 == .answered(kept) } == 49)
        },
        Promise("manySessionsAreCommittedConcurrently") { store async throws in
            let counts = try await all(100) { index in
                let sample = StoredSample("s\(index)")
                guard try await store.commit(sample.starting()) == .committed else { return 0 }
                for revision in 1...10 {
                    guard try await store.commit(sample.counting(from: revision)) == .committed else { return revision }
                    // An acknowledged commit is visible to the next read.
                    guard try await store.load(sample.session)?.session.revision == revision + 1 else { return -1 }
                }
                return 11
            }
            #expect(counts == Array(repeating: 11, count: 100))
        },
        Promise("sessionIsReadAtASingleRevisionWhileItChanges") { store async throws in
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            async let torn = all(4) { _ in
                var torn = 0
                for _ in 0..<100 {
                    guard let stored = try await store.load("a") else { return -1 }
                    let count = stored.session.revision == 1 ? 0 : stored.session.revision - 1
                    if stored.flows.first?.state != sample.flow(count: count).state { torn += 1 }
                }
                return torn
            }
            for revision in 1...100 { _ = try await store.commit(sample.counting(from: revision)) }
            #expect(try await torn == [0, 0, 0, 0])
        },
    ]

    /// Runs `count` calls concurrently and returns their results in order.
    private static func all<Result: Sendable>(
        _ count: Int,
        _ body: @escaping @Sendable (Int) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            for index in 0..<count { group.addTask { (index, try await body(index)) } }
            var results: [Int: Result] = [:]
            for try await (index, result) in group { results[index] = result }
            return (0..<count).compactMap { results[$0] }
        }
    }
}
