import Fairway
import FairwayWire
import Synchronization

/// Sends operators an event when a flow starts, moves or ends.
///
/// Without listeners, a change costs one atomic load.
final class FlowFeed: EngineObserver {
    private let listeners = Mutex<[ObjectIdentifier: FlowListener]>([:])
    private let listenerCount = Atomic<Int>(0)
    private let mostListeners: Int

    init(mostListeners: Int) { self.mostListeners = mostListeners }

    var count: Int { listenerCount.load(ordering: .relaxed) }

    func listen(mostEvents: Int) throws(Problem) -> FlowListener {
        let listener = FlowListener(mostEvents: mostEvents) { [weak self] in self?.remove($0) }
        let isAdmitted = listeners.withLock { listeners in
            guard listeners.count < mostListeners else { return false }
            listeners[ObjectIdentifier(listener)] = listener
            listenerCount.store(listeners.count, ordering: .relaxed)
            return true
        }
        guard isAdmitted else {
            throw Problem(.tooManyRequests, "\(mostListeners) operators listen already; close one of their streams.")
        }
        return listener
    }

    func committed(_ change: CommittedChange) { publish(change.flowEvents) }

    /// Publishes events. They are only computed if the feed has listeners.
    func publish(_ events: @autoclosure () -> [FlowEvent]) {
        guard listenerCount.load(ordering: .relaxed) > 0 else { return }
        let events = events()
        for listener in listeners.withLock({ Array($0.values) }) { listener.publish(events) }
    }

    /// Tells the listeners how many events they have missed.
    func missed(_ changes: Int) {
        guard listenerCount.load(ordering: .relaxed) > 0 else { return }
        for listener in listeners.withLock({ Array($0.values) }) { listener.publishMissed(changes) }
    }

    private func remove(_ listener: FlowListener) {
        listeners.withLock { listeners in
            listeners[ObjectIdentifier(listener)] = nil
            listenerCount.store(listeners.count, ordering: .relaxed)
        }
    }
}

/// A change to a flow, as operators see it.
public struct FlowEvent: Sendable {
    /// The kind of change.
    public var kind: Kind
    /// The session's revision after the change.
    public var revision: Int
    /// The flow as lists show it. A flow that has ended is shown in its last state, and not in front.
    public var flow: ListedFlow

    /// The kinds of changes.
    public enum Kind: String, Sendable, CaseIterable {
        /// The flow has started.
        case start
        /// A column of the flow's row has changed: its screen, whether it is in front, or when it was touched.
        case move
        /// The flow has ended.
        case end
    }
}

extension CommittedChange {
    /// The changes to flows: ended flows first, then the others, parents before children. None in a sandbox.
    fileprivate var flowEvents: [FlowEvent] {
        let session = state.row
        guard !session.isSandbox else { return [] }
        let ended = endedFlows.map { flow in
            FlowEvent(kind: .end, revision: session.revision, flow: ListedFlow(flow, of: session))
        }
        let present = flows.map { row in
            FlowEvent(
                kind: hadFlow(row.node) ? .move : .start,
                revision: session.revision,
                flow: ListedFlow(row, of: session)
            )
        }
        return ended + present
    }
}
