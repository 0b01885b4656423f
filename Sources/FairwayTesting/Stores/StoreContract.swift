public import Fairway
public import Testing

/// What every store promises. Each promise is a test of its own:
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
    /// One thing that can be relied on.
    public struct Promise: Sendable, CustomTestStringConvertible {
        /// What is promised, as a test's name.
        public let name: String
        private let body: @Sendable (any Store) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (any Store) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// Holds a new, empty store to the promise, and closes it.
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

    /// Everything that is promised.
    public static let promises =
        commits + keys + secrets + drafts + work + leases + journal + flowPages + sessionPages + sweeping + folding
        + crowds
}
