import Fairway
import Synchronization

/// One operator's buffer of flow events.
///
/// The buffer is bounded. If the reader is too slow, the buffered events are dropped and the reader gets their number.
/// It can then list the flows again.
public final class FlowListener: Sendable {
    private let slot = Mutex(Slot())
    private let mostEvents: Int
    private let leave: @Sendable (FlowListener) -> Void

    private struct Slot {
        var pending: [FlowEvent] = []
        var missed = 0
        var isOver = false
        var reader: CheckedContinuation<FlowFeedItem?, Never>?

        mutating func takeUpdate() -> FlowFeedItem? {
            if missed > 0 {
                defer { missed = 0 }
                return .missed(missed)
            }
            guard !pending.isEmpty else { return nil }
            defer { pending = [] }
            return .events(pending)
        }
    }

    init(mostEvents: Int, leave: @escaping @Sendable (FlowListener) -> Void) {
        self.mostEvents = mostEvents
        self.leave = leave
    }

    /// The events since the last call. Waits for the next event if necessary. Returns nil after the listener or the
    /// waiting task is cancelled.
    public func next() async -> FlowFeedItem? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let ready: FlowFeedItem?? = slot.withLock { slot in
                    if let update = slot.takeUpdate() { return .some(update) }
                    if slot.isOver { return .some(nil) }
                    slot.reader = reader
                    return nil
                }
                if let ready { reader.resume(returning: ready) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Ends the listener. A waiting ``next()`` returns nil.
    public func cancel() {
        let reader = slot.withLock { slot in
            slot.isOver = true
            slot.pending = []
            slot.missed = 0
            defer { slot.reader = nil }
            return slot.reader
        }
        reader?.resume(returning: nil)
        leave(self)
    }

    func publish(_ events: [FlowEvent]) {
        guard !events.isEmpty else { return }
        let reader = slot.withLock { slot -> CheckedContinuation<FlowFeedItem?, Never>? in
            guard !slot.isOver else { return nil }
            if let reader = slot.reader {
                slot.reader = nil
                return reader
            }
            if slot.pending.count + events.count > mostEvents {
                slot.missed += slot.pending.count + events.count
                slot.pending = []
            } else {
                slot.pending += events
            }
            return nil
        }
        reader?.resume(returning: .events(events))
    }

    func publishMissed(_ count: Int) {
        let reader = slot.withLock { slot -> CheckedContinuation<FlowFeedItem?, Never>? in
            guard !slot.isOver else { return nil }
            guard let reader = slot.reader else {
                slot.missed += count
                return nil
            }
            slot.reader = nil
            return reader
        }
        reader?.resume(returning: .missed(count))
    }
}

/// An item that a ``FlowListener`` delivers.
public enum FlowFeedItem: Sendable {
    /// Events, in order.
    case events([FlowEvent])
    /// The number of missed events: the reader was too slow, or other servers made the changes.
    case missed(Int)
}
