public import FairwayWire
import Synchronization

/// The states of a session, in order and without repetition. The newest state is always delivered.
///
/// A slow reader buffers one state, not a queue: a newer state replaces an unread one. The effects of both are
/// combined, up to a limit, keeping the newest.
public final class Subscription: Sendable {
    private let slot: Mutex<Slot>
    private let mostEffects: Int
    private let leave: @Sendable (Subscription) -> Void

    private struct Slot {
        var pending: SessionEvent?
        var isOver = false
        var beginning = 0
        var revision: Int
        var reader: CheckedContinuation<SessionEvent?, Never>?
    }

    init(after revision: Int, mostEffects: Int, leave: @escaping @Sendable (Subscription) -> Void) {
        slot = Mutex(Slot(revision: revision))
        self.mostEffects = mostEffects
        self.leave = leave
    }

    /// The session's revision when the subscription began. Effects of earlier revisions are not delivered.
    public var beginning: Int { slot.withLock(\.beginning) }

    /// The next state. Returns nil if there will be none, because the session is over, or the subscription or the
    /// waiting task was cancelled.
    public func next() async -> SessionEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let ready: SessionEvent?? = slot.withLock { slot in
                    if let pending = slot.pending {
                        slot.pending = nil
                        return .some(pending)
                    }
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

    /// The size in memory, including the effects that wait for the reader. The session's own document does not count.
    var estimatedBytes: Int {
        slot.withLock { slot in
            guard case .state(let document)? = slot.pending else { return MemoryEstimate.subscription }
            return document.effects.reduce(MemoryEstimate.subscription) { $0 + $1.bytesInMemory }
        }
    }

    /// Ends the subscription. A waiting ``next()`` returns nil.
    public func cancel() {
        end()
        leave(self)
    }

    /// Delivers the state that was committed before the subscription began.
    func begin(with document: StateDocument) {
        // A client that names a future revision has not seen this session, so it gets the current state.
        slot.withLock { slot in
            slot.beginning = document.revision
            if slot.revision > document.revision { slot.revision = 0 }
        }
        publish(document)
        // A client that has already seen the end gets no further state.
        if document.status == .over { slot.withLock { $0.isOver = true } }
    }

    func publish(_ document: StateDocument) {
        let reader: (CheckedContinuation<SessionEvent?, Never>, StateDocument)? = slot.withLock { slot in
            guard !slot.isOver, document.revision > slot.revision else { return nil }
            slot.revision = document.revision
            slot.isOver = document.status == .over
            if let reader = slot.reader {
                slot.reader = nil
                return (reader, document)
            }
            var newest = document
            if case .state(let missed)? = slot.pending {
                newest.effects = (missed.effects + document.effects).suffix(mostEffects)
            }
            slot.pending = .state(newest)
            return nil
        }
        if let (reader, document) = reader { reader.resume(returning: .state(document)) }
    }

    /// The reader's token is no longer valid.
    func supersede() {
        let reader = slot.withLock { slot in
            slot.isOver = true
            let reader = slot.reader
            slot.reader = nil
            if reader == nil { slot.pending = .superseded }
            return reader
        }
        reader?.resume(returning: .superseded)
    }

    private func end() {
        let reader = slot.withLock { slot in
            slot.isOver = true
            let reader = slot.reader
            slot.reader = nil
            return reader
        }
        reader?.resume(returning: nil)
    }
}

/// An item that a ``Subscription`` delivers.
public enum SessionEvent: Sendable {
    /// A new state of the session.
    case state(StateDocument)
    /// The token is no longer valid: the session was handed over to another device, or a user has signed in.
    case superseded
}
