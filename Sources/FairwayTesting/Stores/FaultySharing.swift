import Fairway

/// What a faulty store offers where others write to it, too: passed on, unless the store is to be unavailable. Notices
/// always come.
struct FaultySharing: SharedStore {
    let store: FaultyStore
    let sharing: any SharedStore

    var commonClock: (any WallClock)? { sharing.commonClock }

    func versions(of sessions: [String]) async throws(StoreError) -> [String: SessionVersion] {
        try store.check()
        return try await sharing.versions(of: sessions)
    }

    func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) { sharing.listen(listener) }

    func claim(_ claim: DutyClaim) async throws(StoreError) -> Bool {
        try store.check()
        return try await sharing.claim(claim)
    }
}
