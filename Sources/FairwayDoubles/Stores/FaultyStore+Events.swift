public import Fairway
public import FairwayEvents

/// The calls of ``EventStore``. They are forwarded as the others are, if the wrapped store has them.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FaultyStore: EventStore {
    public func openFeed() async throws(StoreError) {
        try await passingToFeed { store throws(StoreError) in try await store.openFeed() }
    }

    public func numberEvents(limit: Int) async throws(StoreError) -> Int {
        try await passingToFeed { store throws(StoreError) in try await store.numberEvents(limit: limit) }
    }

    public func events(_ query: EventQuery) async throws(StoreError) -> StoredEvents {
        try await passingToFeed { store throws(StoreError) in try await store.events(query) }
    }

    public func feedMarks() async throws(StoreError) -> FeedMarks {
        try await passingToFeed { store throws(StoreError) in try await store.feedMarks() }
    }

    public func feedPositions() async throws(StoreError) -> [String: Int] {
        try await passingToFeed { store throws(StoreError) in try await store.feedPositions() }
    }

    public func setFeedPosition(_ number: Int?, of consumer: String) async throws(StoreError) -> Bool {
        try await passingToFeed { store throws(StoreError) in
            try await store.setFeedPosition(number, of: consumer)
        }
    }

    private func passingToFeed<Result: Sendable>(
        _ name: String = #function,
        _ call: (any EventStore) async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try await passing(name) { store throws(StoreError) in
            guard let store = store as? any EventStore else {
                throw StoreError(.unsupported, "The wrapped store has no event feed.")
            }
            return try await call(store)
        }
    }
}
