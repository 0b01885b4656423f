package import Fairway
import Synchronization

/// The notices that have come, to be waited for.
package final class NoticeRecord: Sendable {
    private let state = Mutex(State())

    private struct State {
        var notices: [StoreNotice] = []
        var watchers: [(notice: StoreNotice, watcher: CheckedContinuation<Void, Never>)] = []
    }

    package init() {}

    /// All that have come, in order.
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

    /// Waits until a notice has come.
    package func reached(_ notice: StoreNotice) async {
        await withCheckedContinuation { watcher in
            let isThere = state.withLock { state in
                if state.notices.contains(notice) { return true }
                state.watchers.append((notice, watcher))
                return false
            }
            if isThere { watcher.resume() }
        }
    }
}
