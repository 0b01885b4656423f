import FairwayWire
import Synchronization

/// Admits one change at a time to a session, in order of arrival.
///
/// An actor would not suffice, because actors are reentrant: other changes would run while a handler awaits.
final class Mailbox: Sendable {
    private let queue = Mutex(Queue())

    private struct Queue {
        var isBusy = false
        /// Whether the change inside has timed out and has not returned yet.
        var isShut = false
        var waiting: [CheckedContinuation<Door, Never>] = []
        var next = 0

        var isEmpty: Bool { next == waiting.count }

        mutating func knock(_ limit: Int, _ visitor: CheckedContinuation<Door, Never>? = nil) -> Door {
            if isShut { return .shut }
            guard isBusy else {
                isBusy = true
                return .open
            }
            if waiting.count - next >= limit { return .full }
            if let visitor { waiting.append(visitor) }
            return .wait
        }

        mutating func takeFirst() -> CheckedContinuation<Door, Never>? {
            guard !isEmpty else {
                waiting.removeAll(keepingCapacity: false)
                next = 0
                return nil
            }
            let first = waiting[next]
            next += 1
            // Removed in batches: removing each one would shift the array each time.
            if next == 64 {
                waiting.removeFirst(next)
                next = 0
            }
            return first
        }
    }

    private enum Door {
        case open, wait, full, shut
    }

    /// Whether no change is inside or waiting.
    var isIdle: Bool { queue.withLock { !$0.isBusy && $0.isEmpty } }

    /// Enters if the mailbox is free. Returns whether it did.
    func enterIfFree() -> Bool { queue.withLock { $0.knock(0) == .open } }

    /// Enters, or waits until it can. Does not suspend if the mailbox is free.
    ///
    /// - Parameter limit: The number of changes that may wait.
    func enter(limit: Int) async throws(Problem) {
        var door = queue.withLock { $0.knock(limit) }
        if door == .wait {
            door = await withCheckedContinuation { visitor in
                let door = queue.withLock { $0.knock(limit, visitor) }
                if door != .wait { visitor.resume(returning: door) }
            }
        }
        switch door {
        case .open: return
        case .full: throw Problem(.tooManyRequests, "More than \(limit) changes wait for this session.")
        case .shut, .wait:
            throw Problem(.overloaded, "An earlier action on this session has been given up but has not returned yet.")
        }
    }

    /// Admits the next change.
    func leave() {
        let next = queue.withLock { queue in
            queue.isShut = false
            let next = queue.takeFirst()
            queue.isBusy = next != nil
            return next
        }
        next?.resume(returning: .open)
    }

    /// The change inside has timed out. Rejects the waiting changes, and all others until that change returns.
    func shut() {
        let sentAway = queue.withLock { queue in
            queue.isShut = true
            let waiting = Array(queue.waiting[queue.next...])
            queue.waiting = []
            queue.next = 0
            return waiting
        }
        for waiting in sentAway { waiting.resume(returning: .shut) }
    }
}
