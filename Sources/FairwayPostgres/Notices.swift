import Fairway
import Foundation
import Synchronization

/// Sends notices of commits to other nodes and receives theirs, with NOTIFY over a separate connection.
///
/// Notices are not part of the commit's transaction, because PostgreSQL serialises the commits of transactions that
/// notify (https://www.postgresql.org/docs/current/sql-notify.html). Notices that arrive while others are being sent,
/// or shortly after, share a statement.
final class Notices: Sendable {
    private let state = Mutex(State())

    private struct State {
        var waiting: [StoreNotice] = []
        var isSending = false
        var isOpen = false
        var listener: (@Sendable (StoreNotice) -> Void)?
    }

    /// The capacity of the queue. Further notices are dropped, because nodes also poll.
    private static let mostWaiting = 10_000
    /// The pause after each statement. It batches notices, because each statement wakes every node.
    private static let pauseSeconds = 0.01

    private let clock: any WallClock

    init(clock: any WallClock) { self.clock = clock }

    /// Sets the receiver of notices. It is called with `missed` first if the connection is already open.
    func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) {
        let isOpen = state.withLock { state in
            state.listener = listener
            return state.isOpen
        }
        if isOpen { listener(.missed) }
    }

    func handle(_ event: ConnectionEvent) {
        switch event {
        case .opened: setOpen(true)?(.missed)
        case .lost, .closed: _ = setOpen(false)
        case .notified(let payload):
            let listener = state.withLock(\.listener)
            for notice in NoticeText.notices(payload) { listener?(notice) }
        case .answered: break
        }
    }

    func send(_ commit: Commit, over pool: ConnectionPool) {
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

    private func send(over pool: ConnectionPool) async {
        while let notices = takeWaiting() {
            let payloads = NoticeText.payloads(notices)
            guard !payloads.isEmpty else { continue }
            // Failed notices are not repeated, because nodes also poll.
            _ = await pool.run(payloads.map { SQLStatement("SELECT pg_notify('fairway', $1)").bind($0) })
            await clock.pass(Self.pauseSeconds)
        }
    }

    private func takeWaiting() -> [StoreNotice]? {
        state.withLock { state in
            state.isSending = !state.waiting.isEmpty
            defer { state.waiting = [] }
            return state.isSending ? state.waiting : nil
        }
    }

    private func setOpen(_ isOpen: Bool) -> (@Sendable (StoreNotice) -> Void)? {
        state.withLock { state in
            state.isOpen = isOpen
            return state.listener
        }
    }
}

/// The text format of notices in NOTIFY payloads: one per line, with its kind first.
enum NoticeText {
    /// PostgreSQL's limit is 8,000 bytes (https://www.postgresql.org/docs/current/sql-notify.html).
    private static let mostBytes = 7_900

    /// Encodes notices in as few payloads as possible.
    static func payloads(_ notices: [StoreNotice]) -> [String] {
        var payloads: [String] = []
        for line in notices.compactMap(line) {
            if let last = payloads.last, last.utf8.count + line.utf8.count < mostBytes {
                payloads[payloads.count - 1] += "\n" + line
            } else {
                payloads.append(line)
            }
        }
        return payloads
    }

    /// Decodes a payload. An unknown line, which a newer build may have sent, becomes `missed`.
    static func notices(_ payload: String) -> [StoreNotice] {
        payload.split(separator: "\n").map { notice($0) ?? .missed }
    }

    private static func line(_ notice: StoreNotice) -> String? {
        switch notice {
        case .changed(let session, let revision): "changed \(revision) \(session)"
        case .work(let due): "work \(due.milliseconds)"
        case .missed: nil
        }
    }

    private static func notice(_ line: Substring) -> StoreNotice? {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count > 1, let number = Int(parts[1]) else { return nil }
        switch parts[0] {
        case "changed" where parts.count == 3: return .changed(session: String(parts[2]), revision: number)
        case "work": return .work(due: Date(milliseconds: number))
        default: return nil
        }
    }
}
