import Synchronization

/// The events that a conversation has not taken yet, in the order in which they came: one on each subject, the newest.
///
/// While the terminal stands still nothing is taken, and yet no more than that comes together, and no key is lost.
final class Inbox: Sendable {
    private let waiting = Mutex<[ConversationEvent]>([])
    private let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    /// An inbox with nothing in it.
    init() { (bell, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Puts an event in, in the place of an older one on its subject.
    func put(_ event: ConversationEvent) {
        waiting.withLock { waiting in
            waiting.removeAll { $0.subject == event.subject }
            waiting.append(event)
        }
        ring.yield()
    }

    /// Takes the next event out, once there is one; nil when the task was cancelled.
    func next() async -> ConversationEvent? {
        var rings = bell.makeAsyncIterator()
        while true {
            if let event = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return event }
            guard await rings.next() != nil else { return nil }
        }
    }
}
