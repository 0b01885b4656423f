import Fairway
import FairwayEvents
import FairwayOperators
public import Testing

/// A single promise of a store's contract.
public struct StorePromise<Checked: Sendable>: Sendable, CustomTestStringConvertible {
    /// The promise, as the name of a test.
    public let name: String
    private let body: @Sendable (Checked) async throws -> Void
    private let close: @Sendable (Checked) async -> Void

    /// Checks the promise with a new, empty store, and closes it.
    public func check(_ makeStore: () async throws -> Checked) async throws {
        let store = try await makeStore()
        do {
            try await body(store)
        } catch {
            await close(store)
            throw error
        }
        await close(store)
    }

    /// The name.
    public var testDescription: String { name }
}

extension StorePromise<any Store> {
    init(_ name: String, _ body: @escaping @Sendable (any Store) async throws -> Void) {
        (self.name, self.body, close) = (name, body, { await $0.close() })
    }
}

extension StorePromise<any OperatorStore> {
    init(_ name: String, _ body: @escaping @Sendable (any OperatorStore) async throws -> Void) {
        (self.name, self.body, close) = (name, body, { await $0.close() })
    }
}

extension StorePromise<any OperatorStore & EventStore> {
    init(_ name: String, _ body: @escaping @Sendable (any OperatorStore & EventStore) async throws -> Void) {
        (self.name, self.body, close) = (name, body, { await $0.close() })
    }
}
