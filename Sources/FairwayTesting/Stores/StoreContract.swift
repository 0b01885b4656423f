public import Fairway
import FairwayWire
public import Testing

/// The contract of every store. Each promise is a test:
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
    /// A single promise of the contract.
    public struct Promise: Sendable, CustomTestStringConvertible {
        /// The promise, as the name of a test.
        public let name: String
        private let body: @Sendable (any Store) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (any Store) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// Checks the promise with a new, empty store, and closes it.
        public func check(_ makeStore: () async throws -> any Store) async throws {
            let store = try await makeStore()
            do {
                try await body(store)
            } catch {
                await store.close()
                throw error
            }
            await store.close()
        }

        /// The name.
        public var testDescription: String { name }
    }

    /// All promises of the contract.
    public static let promises =
        commits + keys + secrets + drafts + work + leases + journal + flowPages + sessionPages
        + sessionFilters + incidents + users + erasing + links + keptStates + sandboxes + sweeping + folding + runs
        + audit + batches + concurrency
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
            #expect(try await store.summary().activeSessions == 100)
            #expect(try await store.integrityProblems() == [])
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
