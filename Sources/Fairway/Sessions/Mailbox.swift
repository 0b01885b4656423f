import FairwayWire
import Synchronization

/// Lets one change at a time into a session, in order of arrival.
///
/// An actor would not do: actors let others in wherever a handler awaits, and then fifty increments count one.
final class Mailbox: Sendable {
    private let queue = Mutex(Queue())

    private struct Queue {
        var isBusy = false
        /// Whether the change inside has been given up but has not returned.
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
            // Those who have been let in are forgotten in batches: one by one would move the queue each time.
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

    /// Whether nobody is inside or waits.
    var isIdle: Bool { queue.withLock { !$0.isBusy && $0.isEmpty } }

    /// Enters when nobody is inside; whether it did.
    func enterIfFree() -> Bool { queue.withLock { $0.knock(0) == .open } }

    /// Waits for one's turn. Does not suspend when nobody is inside.
    ///
    /// - Parameter limit: How many may wait.
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

    /// Lets the next one in.
    func leave() {
        let next = queue.withLock { queue in
            queue.isShut = false
            let next = queue.takeFirst()
            queue.isBusy = next != nil
            return next
        }
        next?.resume(returning: .open)
    }

    /// The change inside has been given up: nobody is let in until it really returns, and those who wait are sent away.
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
