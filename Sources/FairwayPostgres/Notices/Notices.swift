import Fairway
import Synchronization

/// Tells other nodes what this one has committed, and hears what they have: over a connection of its own, with
/// PostgreSQL's NOTIFY.
///
/// A notice is not part of the change that it is about: transactions that notify are committed one after the other
/// (https://www.postgresql.org/docs/current/sql-notify.html), and changes should not be. What comes together while the last
/// notices are on their way, and shortly after, goes out with one statement.
final class Notices: Sendable {
    private let state = Mutex(State())

    private struct State {
        var waiting: [StoreNotice] = []
        var isSending = false
        var isOpen = false
        var listener: (@Sendable (StoreNotice) -> Void)?
    }

    /// How many wait to be sent at most. Others look for themselves now and then, so that none is needed.
    private static let mostWaiting = 10_000
    /// How long what comes after notices waits for more to come. Each statement wakes every node.
    private static let pauseSeconds = 0.01

    private let clock: any WallClock

    init(clock: any WallClock) { self.clock = clock }

    /// Calls back with what is heard from now on.
    func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) {
        let isOpen = state.withLock { state in
            state.listener = listener
            return state.isOpen
        }
        if isOpen { listener(.missed) }
    }

    /// Something happened to the connection.
    func hear(_ event: ConnectionEvent) {
        switch event {
        case .opened: listener(isOpen: true)?(.missed)
        case .lost, .closed: _ = listener(isOpen: false)
        case .notified(let payload):
            let listener = state.withLock(\.listener)
            for notice in NoticeText.notices(payload) { listener?(notice) }
        case .answered: break
        }
    }

    /// Tells other nodes of a commit, soon.
    func tell(_ commit: Commit, over pool: Pool) {
        let notices = commit.notices
        guard !notices.isEmpty else { return }
        let isFirst = state.withLock { state in
            guard state.isOpen, state.waiting.count < Self.mostWaiting else { return false }
            state.waiting += notices
            defer { state.isSending = true }
            return !state.isSending
        }
        if isFirst { Task { await send(over: pool) } }
    }

    private func send(over pool: Pool) async {
        while let notices = next() {
            let payloads = NoticeText.payloads(notices)
            guard !payloads.isEmpty else { continue }
            // What cannot be sent is not sent again: whoever watches a session looks at it now and then.
            _ = await pool.run(payloads.map { Call("SELECT pg_notify('fairway', $1)").bind($0) })
            await clock.pass(Self.pauseSeconds)
        }
    }

    private func next() -> [StoreNotice]? {
        state.withLock { state in
            state.isSending = !state.waiting.isEmpty
            defer { state.waiting = [] }
            return state.isSending ? state.waiting : nil
        }
    }

    private func listener(isOpen: Bool) -> (@Sendable (StoreNotice) -> Void)? {
        state.withLock { state in
            state.isOpen = isOpen
            return state.listener
        }
    }
}
