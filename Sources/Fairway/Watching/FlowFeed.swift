import FairwayWire
import Synchronization

/// Tells operators of flows as they start, move and end.
///
/// While nobody listens, a change costs one look at a number.
final class FlowFeed: Sendable {
    private let listeners = Mutex<[ObjectIdentifier: FlowListener]>([:])
    private let audience = Atomic<Int>(0)
    private let mostListeners: Int

    init(mostListeners: Int) { self.mostListeners = mostListeners }

    /// How many listen.
    var count: Int { audience.load(ordering: .relaxed) }

    /// Listens to what happens from now on.
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

    /// Tells whoever listens; the events are made only when somebody does.
    func tell(_ events: @autoclosure () -> [FlowEvent]) {
        guard audience.load(ordering: .relaxed) > 0 else { return }
        let events = events()
        for listener in listeners.withLock({ Array($0.values) }) { listener.tell(events) }
    }

    /// Tells whoever listens that there was something that nobody can tell here.
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
