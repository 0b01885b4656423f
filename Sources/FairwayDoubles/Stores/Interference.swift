public import Fairway

/// What happens to the calls of a ``FaultyStore`` on their way to the store and back, decided as they come.
public protocol Interference: Sendable {
    /// A call is on its way. It waits until this returns; what this throws is all that comes of it.
    func enter(_ call: String) async throws(StoreError)

    /// Hands a commit to the store, or does something else with it.
    func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome

    /// Asks at which versions sessions are, or says something else.
    func versions(
        of sessions: [String],
        in sharing: any SharedStore
    ) async throws(StoreError) -> [String: SessionVersion]

    /// The store has done what it was asked. What this throws takes the place of the answer.
    func leave(_ call: String) async throws(StoreError)
}

extension Interference {
    /// Hands it to the store as it is.
    public func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
        try await store.commit(commit)
    }

    /// Asks.
    public func versions(
        of sessions: [String],
        in sharing: any SharedStore
    ) async throws(StoreError) -> [String: SessionVersion] {
        try await sharing.versions(of: sessions)
    }
}
