import FairwayWire
import Synchronization

/// Admits one change at a time to a session, in order of arrival.
///
/// An actor would not suffice, because actors are reentrant: other changes would run while a handler awaits.
final class SessionMailbox: Sendable {
    private let queue = Mutex(Queue())

    private struct Queue {
        var isBusy = false
        /// Whether the running change has timed out and has not returned yet.
        var isBlocked = false
        var waiting: [CheckedContinuation<Entry, Never>] = []
        var next = 0

        var isEmpty: Bool { next == waiting.count }

        mutating func enterOrWait(_ limit: Int, _ waiter: CheckedContinuation<Entry, Never>? = nil) -> Entry {
            if isBlocked { return .blocked }
            guard isBusy else {
                isBusy = true
                return .open
            }
            if waiting.count - next >= limit { return .full }
            if let waiter { waiting.append(waiter) }
            return .wait
        }

        mutating func takeFirst() -> CheckedContinuation<Entry, Never>? {
            guard !isEmpty else {
                waiting.removeAll(keepingCapacity: false)
                next = 0
                return nil
            }
            let first = waiting[next]
            next += 1
            // Remove taken elements in batches, because each removal shifts the array.
            if next == 64 {
                waiting.removeFirst(next)
                next = 0
            }
            return first
        }
    }

    private enum Entry {
        case open, wait, full, blocked
    }

    var isIdle: Bool { queue.withLock { !$0.isBusy && $0.isEmpty } }

    /// Enters if the mailbox is free. Returns whether it did.
    func enterIfFree() -> Bool { queue.withLock { $0.enterOrWait(0) == .open } }

    /// Enters, or waits until it can. Does not suspend if the mailbox is free.
    ///
    /// - Parameter limit: The number of changes that may wait.
    func enter(limit: Int) async throws(Problem) {
        var entry = queue.withLock { $0.enterOrWait(limit) }
        if entry == .wait {
            entry = await withCheckedContinuation { waiter in
                let entry = queue.withLock { $0.enterOrWait(limit, waiter) }
                if entry != .wait { waiter.resume(returning: entry) }
            }
        }
        switch entry {
        case .open: return
        case .full: throw Problem(.tooManyRequests, "More than \(limit) changes wait for this session.")
        case .blocked, .wait:
            throw Problem(.overloaded, "An earlier action on this session has timed out but has not returned yet.")
        }
    }

    func leave() {
        let next = queue.withLock { queue in
            queue.isBlocked = false
            let next = queue.takeFirst()
            queue.isBusy = next != nil
            return next
        }
        next?.resume(returning: .open)
    }

    /// Called when the running change has timed out. Rejects waiting and new changes until that change returns.
    func block() {
        let rejected = queue.withLock { queue in
            queue.isBlocked = true
            let waiting = Array(queue.waiting[queue.next...])
            queue.waiting = []
            queue.next = 0
            return waiting
        }
        for waiting in rejected { waiting.resume(returning: .blocked) }
    }
}
