import Fairway

/// What a faulty store offers where others write to it, too: passed on, unless the store is to be unavailable or something
/// interferes. Notices always come.
struct FaultySharing: SharedStore {
    let store: FaultyStore
    let sharing: any SharedStore

    var commonClock: (any WallClock)? { sharing.commonClock }

    func versions(of sessions: [String]) async throws(StoreError) -> [String: SessionVersion] {
        try await store.passing { _ throws(StoreError) in
            guard let interference = store.interference else { return try await sharing.versions(of: sessions) }
            return try await interference.versions(of: sessions, in: sharing)
        }
    }

    func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) { sharing.listen(listener) }

    func claim(_ claim: DutyClaim) async throws(StoreError) -> Bool {
        try await store.passing { _ throws(StoreError) in try await sharing.claim(claim) }
    }
}
