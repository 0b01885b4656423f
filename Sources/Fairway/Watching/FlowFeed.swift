import FairwayWire
import Synchronization

/// Sends operators an event when a flow starts, moves or ends.
///
/// Without listeners, a change costs one atomic load.
final class FlowFeed: Sendable {
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

    /// Publishes events. They are only computed if the feed has listeners.
    func publish(_ events: @autoclosure () -> [FlowEvent]) {
        guard listenerCount.load(ordering: .relaxed) > 0 else { return }
        let events = events()
        for listener in listeners.withLock({ Array($0.values) }) { listener.publish(events) }
    }

    /// Tells the listeners how many events they have missed.
    func publishMissed(_ count: Int) {
        guard listenerCount.load(ordering: .relaxed) > 0 else { return }
        for listener in listeners.withLock({ Array($0.values) }) { listener.publishMissed(count) }
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

extension Transition {
    /// The changes to flows: ended flows first, then the others, parents before children. None in a sandbox.
    func flowEvents(since before: Tree) -> [FlowEvent] {
        guard !state.row.isSandbox else { return [] }
        let ended = removedFlows.compactMap { before[NodeID($0)] }.map { node in
            FlowEvent(kind: .end, revision: state.row.revision, flow: ListedFlow(gone: node, from: state.row))
        }
        let present = flows.map { row in
            FlowEvent(
                kind: before[NodeID(row.node)] == nil ? .start : .move,
                revision: state.row.revision,
                flow: ListedFlow(row, of: state.row)
            )
        }
        return ended + present
    }
}

extension ListedFlow {
    /// A flow that has ended, in its last state.
    fileprivate init(gone node: Node, from session: SessionRow) {
        self.init(
            session: session.id,
            node: node.id.number,
            parent: node.parent?.number,
            depth: node.depth,
            path: node.path,
            flow: node.type.name,
            version: node.type.version,
            screen: node.screens.last?.type.name,
            isFront: false,
            startedAt: node.startedAt,
            touchedAt: session.touchedAt,
            device: session.device,
            user: session.user
        )
    }
}
