public import Fairway
import Synchronization

/// The shared part of a ``FaultyStore``. Calls are forwarded unless the store is unavailable or an interceptor changes
/// them. Notices are always forwarded.
struct FaultySharing: SharedStore {
    let store: FaultyStore
    let sharing: any SharedStore

    var commonClock: (any WallClock)? { sharing.commonClock }

    func versions(of sessions: [String]) async throws(StoreError) -> [String: SessionVersion] {
        try await store.passing { _ throws(StoreError) in
            guard let interceptor = store.interceptor else { return try await sharing.versions(of: sessions) }
            return try await interceptor.versions(of: sessions, in: sharing)
        }
    }

    func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) { sharing.listen(listener) }

    func claim(_ claim: DutyClaim) async throws(StoreError) -> Bool {
        try await store.passing { _ throws(StoreError) in try await sharing.claim(claim) }
    }
}

/// Intercepts the calls of a ``FaultyStore`` before and after they reach the wrapped store.
public protocol StoreInterceptor: Sendable {
    /// Called before a call is forwarded. The call waits until this returns. An error thrown here becomes its result.
    func enter(_ call: String) async throws(StoreError)

    /// Forwards a commit to the store, or replaces it.
    func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome

    /// Forwards a request for the versions of sessions, or replaces it.
    func versions(
        of sessions: [String],
        in sharing: any SharedStore
    ) async throws(StoreError) -> [String: SessionVersion]

    /// Called when the store has returned. An error thrown here replaces the result.
    func leave(_ call: String) async throws(StoreError)
}

extension StoreInterceptor {
    /// Forwards the commit unchanged.
    public func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
        try await store.commit(commit)
    }

    /// Forwards the request unchanged.
    public func versions(
        of sessions: [String],
        in sharing: any SharedStore
    ) async throws(StoreError) -> [String: SessionVersion] {
        try await sharing.versions(of: sessions)
    }
}

/// Records notices and lets a test wait for them.
package final class NoticeRecord: Sendable {
    private let state = Mutex(State())

    private struct State {
        var notices: [StoreNotice] = []
        var watchers: [(notice: StoreNotice, watcher: Watcher)] = []
    }

    package init() {}

    /// All notices received, in order.
    package var notices: [StoreNotice] { state.withLock(\.notices) }

    package func add(_ notice: StoreNotice) {
        let ready = state.withLock { state in
            state.notices.append(notice)
            let ready = state.watchers.filter { $0.notice == notice }
            state.watchers.removeAll { $0.notice == notice }
            return ready
        }
        for (_, watcher) in ready { watcher.resume() }
    }

    /// Waits until a notice has been received. Returns early if the task is cancelled.
    package func reached(_ notice: StoreNotice) async {
        let watcher = state.withLock { state -> Watcher? in
            guard !state.notices.contains(notice) else { return nil }
            let watcher = Watcher()
            state.watchers.append((notice, watcher))
            return watcher
        }
        await watcher?.wait()
    }
}
