public import Fairway
import FairwayWire
public import Testing

/// What every store promises that several processes share, besides the ``StoreContract``. Each promise is a test of its
/// own, over two nodes that are opened on the same, empty store:
///
/// ```swift
/// @Test(arguments: SharedStoreContract.promises)
/// func shares(_ promise: SharedStoreContract.Promise) async throws {
///     try await promise.check { MyStore(…) }
/// }
/// ```
public enum SharedStoreContract {
    /// One thing that nodes can rely on.
    public struct Promise: Sendable, CustomTestStringConvertible {
        /// What is promised, as a test's name.
        public let name: String
        private let body: @Sendable (Node, Node) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (Node, Node) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// Holds two nodes to the promise, and closes them.
        public func check(_ openNode: () async throws -> any Store) async throws {
            let first = try Node(try await openNode())
            let second = try Node(try await openNode())
            do {
                try await body(first, second)
            } catch {
                await first.store.close()
                await second.store.close()
                throw error
            }
            await first.store.close()
            await second.store.close()
        }

        /// The name.
        public var testDescription: String { name }
    }

    /// A store, and what it offers because it is shared.
    struct Node {
        let store: any Store
        let sharing: any SharedStore

        init(_ store: any Store) throws {
            self.store = store
            sharing = try #require(store.sharing, "a store for several processes says so")
        }
    }

    /// Everything that is promised.
    public static let promises = versions + notices + duties + races
}
