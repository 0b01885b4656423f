import FairwayWire
import Synchronization

/// Publishes to operators when flows start, move and end.
///
/// Without listeners, a change costs one atomic load.
final class FlowFeed: Sendable {
    private let listeners = Mutex<[ObjectIdentifier: FlowListener]>([:])
    private let audience = Atomic<Int>(0)
    private let mostListeners: Int

    init(mostListeners: Int) { self.mostListeners = mostListeners }

    /// The number of listeners.
    var count: Int { audience.load(ordering: .relaxed) }

    /// Adds a listener for events from now on.
    func listen(mostEvents: Int) throws(Problem) -> FlowListener {
        let listener = FlowListener(mostEvents: mostEvents) { [weak self] in self?.remove($0) }
        let isAdmitted = listeners.withLock { listeners in
            guard listeners.count < mostListeners else { return false }
            listeners[ObjectIdentifier(listener)] = listener
            audience.store(listeners.count, ordering: .relaxed)
            return true
        }
        guard isAdmitted else {
            throw Problem(.tooManyRequests, "\(mostListeners) operators listen already; close one of their streams.")
        }
        return listener
    }

    /// Publishes events. They are only computed if the feed has listeners.
    func tell(_ events: @autoclosure () -> [FlowEvent]) {
        guard audience.load(ordering: .relaxed) > 0 else { return }
        let events = events()
        for listener in listeners.withLock({ Array($0.values) }) { listener.tell(events) }
    }

    /// Publishes that events were missed, with their number.
    func tellMissed(_ count: Int) {
        guard audience.load(ordering: .relaxed) > 0 else { return }
        for listener in listeners.withLock({ Array($0.values) }) { listener.tellMissed(count) }
    }

    private func remove(_ listener: FlowListener) {
        listeners.withLock { listeners in
            listeners[ObjectIdentifier(listener)] = nil
            audience.store(listeners.count, ordering: .relaxed)
        }
    }
}
