import FairwayWire
import Synchronization

/// The revisions of a session as they come, in order, none twice, the newest always.
///
/// A reader that is slow holds one state, not a queue: what it has not taken is replaced by what is newer, with the
/// instructions to the client of both, the newest of them when there are too many.
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

    /// The revision that the session was at when this began. The instructions to the client of what came before are not
    /// told here.
    public var beginning: Int { slot.withLock(\.beginning) }

    /// The next state, or nil when there will be none: the session is over, or the subscription was cancelled, or the
    /// task that waits.
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

    /// How many bytes it takes in memory: with the instructions that wait for a reader, which the session does not have.
    var estimatedBytes: Int {
        slot.withLock { slot in
            guard case .state(let document)? = slot.pending else { return MemoryEstimate.subscription }
            return document.effects.reduce(MemoryEstimate.subscription) { $0 + $1.bytesInMemory }
        }
    }

    /// Ends the subscription: who waits for the next state gets nil.
    public func cancel() {
        end()
        leave(self)
    }

    /// Takes in what has been committed before the subscription began.
    func begin(with document: StateDocument) {
        // Whoever names a revision that is not there yet has not seen this session: the current state comes first.
        slot.withLock { slot in
            slot.beginning = document.revision
            if slot.revision > document.revision { slot.revision = 0 }
        }
        publish(document)
        // Who has seen the end already is not kept waiting for more.
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

    /// The session goes on on another device: this reader's token is no longer good.
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
