public import Fairway
import FairwayWire
import Synchronization

/// The committed changes of all sessions, each once, in an order that never gains an entry before a cursor that was given out.
///
/// ```swift
/// var cursor: EventCursor?
/// while true {
///     let page = try await feed.events(after: cursor, limit: 500)
///     try await handle(page.events)
///     cursor = page.next
///     if page.isLast { await feed.wait(after: page.next, seconds: 20) }
/// }
/// ```
///
/// The events are the entries of the journal, so a change writes nothing more. Within a session they are in the order of revisions.
public final class EventFeed: Sendable {
    private let store: any EventStore
    private let isShared: Bool
    private let clock: any WallClock
    private let limits: EventLimits
    private let executor: (any TaskExecutor)?
    private let report: @Sendable (EventConsumer) -> Void
    private let waiters = FeedWaiters()
    private let state = Mutex(State())
    /// Whether changes were committed since they were last numbered.
    private let hasCommits = Atomic<Bool>(true)
    private let readers = Atomic<Int>(0)
    private let isStopped = Atomic<Bool>(false)

    private struct State {
        /// False until a timeline has begun. An error may mean that another copy of the database answers from now on.
        var isOpen = false
        /// In monotonic seconds.
        var lastLook = -Double.infinity
        var newestSeen = 0
        var consumers: [EventConsumer] = []
        /// The consumers that have lost events, or will at the next sweep.
        var late: Set<String> = []
    }

    /// The feed of a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - clock: The engine's clock.
    ///   - limits: The limits.
    ///   - executor: The executor of the feed's own tasks.
    ///   - report: Called when a consumer has left more than ``EventLimits/heldEvents`` events unread, once until it has caught up.
    public init(
        store: any EventStore,
        clock: any WallClock,
        limits: EventLimits = EventLimits(),
        executor: (any TaskExecutor)? = nil,
        report: @escaping @Sendable (EventConsumer) -> Void = { _ in }
    ) {
        self.store = store
        isShared = store.sharing != nil
        self.clock = clock
        self.limits = limits
        self.executor = executor
        self.report = report
    }

    // MARK: Reading

    /// Reads events in order.
    ///
    /// - Parameters:
    ///   - cursor: Where to begin; nil begins with the oldest event.
    ///   - limit: The number of events.
    ///   - filter: Which events to read.
    public func events(
        after cursor: EventCursor?,
        limit: Int,
        filter: EventFilter = EventFilter()
    ) async throws(EventFeedError) -> EventPage {
        let query = EventQuery(after: cursor?.number, filter: filter, limit: limit)
        let found = try await passing { () async throws(StoreError) in try await store.events(query) }
        let marks = found.marks
        if let cursor, marks.number(of: cursor) == nil { throw .gone(oldest: marks.oldest) }
        let start = cursor?.number ?? marks.beginning
        let end = found.rows.count < limit ? max(start, query.end(marks)) : found.rows.last?.number ?? start
        return EventPage(
            events: found.rows.map { $0.event(marks) },
            next: marks.cursor(end),
            isLast: end >= marks.newest
        )
    }

    /// The cursor behind the newest event.
    public func newest() async throws(EventFeedError) -> EventCursor {
        let marks = try await passing { () async throws(StoreError) in try await store.feedMarks() }
        return marks.cursor(marks.newest)
    }

    /// Waits until there may be an event behind a cursor, or the time is over, or the task is cancelled, or the feed stops.
    ///
    /// - Parameters:
    ///   - cursor: The cursor.
    ///   - seconds: The longest wait.
    public func wait(after cursor: EventCursor, seconds: Double) async {
        let waiter = FeedWaiter()
        waiters.add(waiter)
        defer { waiters.remove(waiter) }
        // An event that became visible before the waiter was added.
        guard let marks = try? await store.feedMarks(), marks.newest <= cursor.number, !isStopping else { return }
        let end = clock.after(seconds) { waiter.wake() }
        await waiter.wait()
        end.cancel()
    }

    /// Runs a call that waits for events.
    ///
    /// - Throws: `too-many-requests` if ``EventLimits/readers`` others wait.
    package func withReader<Value>(_ body: () async throws -> Value) async throws -> Value {
        defer { readers.subtract(1, ordering: .relaxed) }
        guard readers.add(1, ordering: .relaxed).newValue <= limits.readers else {
            throw Problem(.tooManyRequests, "\(limits.readers) calls wait for events already; end one of them.")
        }
        return try await body()
    }

    /// Calls that wait for events, and streams.
    package var readerCount: Int { readers.load(ordering: .relaxed) }

    // MARK: Consumers

    /// Registers a consumer, or stores its new position. Age does not remove the events behind it, up to
    /// ``EventLimits/heldEvents``.
    ///
    /// - Parameters:
    ///   - consumer: The consumer's name.
    ///   - cursor: Its position.
    public func hold(_ consumer: String, at cursor: EventCursor) async throws(EventFeedError) {
        let marks = try await passing { () async throws(StoreError) in try await store.feedMarks() }
        guard let number = marks.number(of: cursor) else { throw .gone(oldest: marks.oldest) }
        let isStored = try await passing { () async throws(StoreError) in
            try await store.setFeedPosition(number, of: consumer)
        }
        guard isStored else { throw .tooManyConsumers }
    }

    /// Forgets a consumer.
    ///
    /// - Parameter consumer: The consumer's name.
    public func release(_ consumer: String) async throws(EventFeedError) {
        _ = try await passing { () async throws(StoreError) in try await store.setFeedPosition(nil, of: consumer) }
    }

    /// The consumers with their positions, in the order of their names.
    public func consumers() async throws(EventFeedError) -> [EventConsumer] {
        let marks = try await passing { () async throws(StoreError) in try await store.feedMarks() }
        let positions = try await passing { () async throws(StoreError) in try await store.feedPositions() }
        return positions.sorted { $0.key < $1.key }.map { name, number in
            let cursor = marks.cursor(number)
            return EventConsumer(
                name: name,
                cursor: marks.number(of: cursor) == nil ? nil : cursor,
                unread: max(0, marks.newest - number)
            )
        }
    }

    /// The consumers as they were found last.
    package var knownConsumers: [EventConsumer] { state.withLock(\.consumers) }

    private func passing<Value>(
        _ call: () async throws(StoreError) -> Value
    ) async throws(EventFeedError) -> Value {
        do {
            return try await call()
        } catch {
            throw .store(error)
        }
    }

    /// Whether calls that wait should end.
    package var isStopping: Bool { isStopped.load(ordering: .acquiring) }
}

// MARK: - Numbering

extension EventFeed: EngineObserver {
    package func committed(_ change: CommittedChange) { noteCommits() }

    package func missed(_ changes: Int) { noteCommits() }

    /// On a store of one server, the event can be read already. On a shared store, the next tick numbers it.
    private func noteCommits() {
        if isShared { hasCommits.store(true, ordering: .releasing) } else { waiters.wakeAll() }
    }

    /// Begins a timeline. On a shared store, also numbers the changes at intervals.
    package func start() async {
        await look()
        if isShared { tick() }
        lookAtConsumers()
    }

    /// Ends all waits.
    package func stop() {
        isStopped.store(true, ordering: .releasing)
        waiters.wakeAll()
    }

    private func tick() {
        clock.after(limits.secondsBetweenNumberings) { [weak self] in
            guard let self, !isStopping else { return }
            Task(executorPreference: executor) {
                await self.look()
                self.tick()
            }
        }
    }

    /// Numbers the committed changes, and wakes waiting calls. Does nothing if this server has committed none and has looked lately.
    package func look() async {
        let now = clock.secondsPassed
        let (isOpen, isDue) = state.withLock { state in
            (state.isOpen, now - state.lastLook >= limits.secondsBetweenLooks)
        }
        guard hasCommits.exchange(false, ordering: .acquiringAndReleasing) || isDue || !isOpen else { return }
        do {
            if !isOpen { try await store.openFeed() }
            // Until none is left, not until none is added: the waiters below must not wait for the end of a busy time.
            let limit = EventLimits.eventsPerNumbering
            while try await store.numberEvents(limit: limit) >= limit {}
            let newest = try await store.feedMarks().newest
            let isNew = state.withLock { state in
                defer { (state.isOpen, state.lastLook, state.newestSeen) = (true, now, newest) }
                return newest > state.newestSeen
            }
            if isNew { waiters.wakeAll() }
        } catch {
            state.withLock { $0.isOpen = false }
            hasCommits.store(true, ordering: .releasing)
        }
    }

    private func lookAtConsumers() {
        clock.after(limits.secondsBetweenConsumerLooks) { [weak self] in
            guard let self, !isStopping else { return }
            Task(executorPreference: executor) {
                await self.reportLateConsumers()
                self.lookAtConsumers()
            }
        }
    }

    /// Reports the consumers that have left too many events unread.
    package func reportLateConsumers() async {
        guard let consumers = try? await consumers() else { return }
        let late = consumers.filter { $0.unread > EventLimits.heldEvents }
        let known = state.withLock { state in
            defer { (state.consumers, state.late) = (consumers, Set(late.map(\.name))) }
            return state.late
        }
        for consumer in late where !known.contains(consumer.name) { report(consumer) }
    }
}

/// Why the feed could not be read.
public enum EventFeedError: Error, Hashable, Sendable {
    /// Events behind the cursor were removed by age, or the cursor is not one of this store.
    case gone(oldest: EventCursor)
    /// There are ``EventLimits/consumers`` consumers already.
    case tooManyConsumers
    /// The store failed.
    case store(StoreError)
}
