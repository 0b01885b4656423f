package import Fairway
import Foundation
import Synchronization

/// Sends events to one receiver, a request at a time.
final class WebhookSender: Sendable {
    private let services: WebhookServices
    private let pause = WebhookPause()
    private let state: Mutex<State>

    private struct State {
        var receiver: WebhookReceiver
        var loop: Task<Void, Never>?
        /// The range of filtered events since the stored cursor.
        var skipped: (from: EventCursor, to: EventCursor, at: Double)?
        var health = WebhookHealth()
    }

    init(_ receiver: WebhookReceiver, _ services: WebhookServices) {
        self.services = services
        state = Mutex(State(receiver: receiver))
    }

    var receiver: WebhookReceiver { state.withLock(\.receiver) }
    var health: WebhookHealth { state.withLock(\.health) }

    /// Replaces the entry of the file.
    func replace(_ receiver: WebhookReceiver) {
        state.withLock { $0.receiver = receiver }
        pause.end()
    }

    func start() {
        state.withLock { state in
            guard state.loop == nil else { return }
            state.loop = Task {
                while !Task.isCancelled {
                    let seconds = await self.step()
                    if seconds > 0 { await self.pause.wait(seconds, services.clock) }
                }
                _ = services.interruption.end(of: receiver.id)
            }
        }
    }

    /// Looks at the store now.
    func wake() { pause.end() }

    /// Gives up the request that is being sent. The next node repeats it.
    func cancel() {
        state.withLock(\.loop)?.cancel()
        pause.end()
    }

    /// Gives up the request that is being sent, and waits for the end of the sender.
    func stop() async {
        cancel()
        await state.withLock(\.loop)?.value
    }

    /// Sends a request, or waits for an event.
    ///
    /// - Returns: The seconds until the next step.
    @concurrent func step() async -> Double {
        do {
            guard try await services.lease.isHeld() else {
                state.withLock { $0.health.isSending = false }
                return WebhookLimits.secondsBetweenLooks
            }
            let seconds = try await send(try await services.progress(of: receiver.id))
            if services.interruption.end(of: receiver.id) { services.report(.continued) }
            return seconds
        } catch {
            if services.interruption.begin(of: receiver.id) { services.report(.interrupted(error)) }
            return WebhookLimits.secondsBetweenLooks
        }
    }

    private func send(_ progress: WebhookProgress) async throws(StoreError) -> Double {
        let receiver = receiver
        let entry = receiver.fingerprint
        state.withLock { state in
            state.health.isSending = true
            state.health.waitingSince = progress.waitingSince
        }
        let now = services.clock.now
        guard !progress.isDisabled(in: entry), progress.nextAttempt.map({ $0 <= now }) ?? true else {
            return WebhookLimits.secondsBetweenLooks
        }
        guard let batch = try await nextBatch(progress, receiver), !Task.isCancelled else {
            return WebhookLimits.secondsBetweenRequests
        }
        state.withLock { $0.health.waitingSince = batch.firstAt }
        var sent = progress
        if progress.repeatedThrough == nil {
            // If this server ends before it has stored the answer, the next one repeats exactly this request.
            sent.begin(batch)
            guard try await services.store.setWebhook(sent, body: batch.body) else { return 0 }
            sent.version += 1
        }
        let message = WebhookMessage(
            batch.body,
            to: receiver,
            redeliveries: progress.redeliveries,
            at: now,
            traceparent: batch.first.flatMap { services.trace?($0.session, $0.revision) }
        )
        let answer = await services.post(message)
        guard !Task.isCancelled else { return 0 }
        var noted = sent
        noted.note(answer, to: batch, in: entry, at: services.clock.now)
        if let error = noted.lastError {
            state.withLock { $0.health.failures += 1 }
            services.report(.failed(receiver, error, isDisabled: noted.isDisabled(in: entry)))
        }
        // A cursor that an operator has moved meanwhile wins.
        if try await services.store.setWebhook(noted, body: nil) {
            state.withLock { $0.health.waitingSince = noted.waitingSince }
            try await services.hold(noted, in: entry)
        }
        return batch.hasMore ? 0 : WebhookLimits.secondsBetweenRequests
    }

    /// The events after the stored cursor. Waits for a few seconds if there are none.
    private func nextBatch(
        _ progress: WebhookProgress,
        _ receiver: WebhookReceiver
    ) async throws(StoreError) -> WebhookBatch? {
        let repeated = try await services.repeatedBody(progress)
        let skipped = state.withLock(\.skipped)
        let start = skipped?.from == progress.cursor ? skipped?.to ?? progress.cursor : progress.cursor
        let page: EventPage
        do throws(EventFeedError) {
            // The first event is enough to learn whether those of a repeated request are still kept.
            page = try await services.feed.events(
                after: start,
                limit: repeated == nil ? WebhookLimits.events : 1,
                filter: EventFilter(receiver)
            )
        } catch {
            guard case .gone(let oldest) = error else { throw error.storeError }
            try await lose(progress, receiver, before: oldest)
            return nil
        }
        if let repeated, let batch = WebhookBatch(repeating: repeated, progress, first: page.events.first) {
            return batch
        }
        guard page.events.isEmpty else {
            do {
                return try WebhookBatch(page, receiver.body, services.encode)
            } catch {
                throw StoreError(.damaged, "An event cannot be encoded.", cause: "\(error)")
            }
        }
        try await skip(to: page.next, progress)
        if page.next == start {
            await services.feed.wait(after: start, seconds: WebhookLimits.secondsOfWait)
        }
        return nil
    }

    /// Skips filtered events, and stores the cursor from time to time.
    private func skip(to next: EventCursor, _ progress: WebhookProgress) async throws(StoreError) {
        guard next != progress.cursor || progress.waitingSince != nil else { return }
        let now = services.clock.secondsPassed
        let since = state.withLock { state in
            let since = state.skipped?.from == progress.cursor ? state.skipped?.at ?? now : now
            state.skipped = (progress.cursor, next, since)
            state.health.waitingSince = nil
            return since
        }
        guard now - since >= WebhookLimits.secondsBetweenSkips || progress.waitingSince != nil else { return }
        var moved = progress
        moved.skip(to: next)
        if try await services.store.setWebhook(moved, body: nil) { try await services.hold(moved) }
    }

    private func lose(
        _ progress: WebhookProgress,
        _ receiver: WebhookReceiver,
        before oldest: EventCursor
    ) async throws(StoreError) {
        var moved = progress
        moved.lose(before: oldest, at: services.clock.now)
        guard try await services.store.setWebhook(moved, body: nil) else { return }
        try await services.hold(moved)
        state.withLock { $0.health.failures += 1 }
        services.report(.failed(receiver, moved.lastError ?? "", isDisabled: false))
    }
}

/// The dependencies of the senders.
struct WebhookServices: Sendable {
    let feed: EventFeed
    let store: any WebhookStore
    let clock: any WallClock
    let lease: WebhookLease
    let interruption = WebhookInterruption()
    let trace: WebhookTracing?
    let encode: WebhookEncoding
    let post: @Sendable (WebhookMessage) async -> WebhookAnswer
    let report: @Sendable (WebhookReport) -> Void

    /// The stored progress of a receiver. A new one begins at the newest event.
    func progress(of id: String) async throws(StoreError) -> WebhookProgress {
        if let stored = try await store.webhooks([id]).first { return stored }
        let new: WebhookProgress
        do throws(EventFeedError) {
            new = WebhookProgress(id: id, cursor: try await feed.newest())
        } catch {
            throw error.storeError
        }
        // If another node is faster, its row counts.
        if try await store.setWebhook(new, body: nil) { try await hold(new) }
        return try await store.webhooks([id]).first ?? new
    }

    /// Keeps the events that a receiver has not accepted, so that age does not remove them. Those of a disabled one are not kept.
    func hold(_ progress: WebhookProgress, in entry: String? = nil) async throws(StoreError) {
        do throws(EventFeedError) {
            guard progress.disabledIn == nil || progress.disabledIn != entry else {
                return try await feed.release(Self.consumer(progress.id))
            }
            try await feed.hold(Self.consumer(progress.id), at: progress.cursor)
        } catch {
            // Without a place among the consumers, events are removed by age.
            if case .store(let error) = error { throw error }
        }
    }

    /// Forgets the place of a receiver.
    func release(_ id: String) async throws(StoreError) {
        do throws(EventFeedError) {
            try await feed.release(Self.consumer(id))
        } catch {
            throw error.storeError
        }
    }

    /// Forgets receivers that are no longer in the file.
    func release(exceptFor receivers: [WebhookReceiver]) async throws(StoreError) {
        let names = Set(receivers.map { Self.consumer($0.id) })
        do throws(EventFeedError) {
            for consumer in try await feed.consumers()
            where consumer.name.hasPrefix(Self.consumer("")) && !names.contains(consumer.name) {
                try await feed.release(consumer.name)
            }
        } catch {
            throw error.storeError
        }
    }

    /// The name of a receiver among the consumers of the feed.
    static func consumer(_ id: String) -> String { "webhook \(id)" }

    /// The body of the request that is repeated, as it was sent before.
    func repeatedBody(_ progress: WebhookProgress) async throws(StoreError) -> [UInt8]? {
        guard progress.repeatedThrough != nil else { return nil }
        return try await store.webhookBody(progress.id)
    }
}

extension EventFeedError {
    fileprivate var storeError: StoreError {
        if case .store(let error) = self { return error }
        return StoreError(.damaged, "The feed has lost its newest event.")
    }
}

/// An event of a sender, for the log.
package enum WebhookReport: Sendable {
    /// A request was not accepted.
    case failed(WebhookReceiver, String, isDisabled: Bool)
    /// The store did not answer. The senders try again.
    case interrupted(StoreError)
    /// The store has answered all senders again.
    case continued
}

/// The state of a sender in memory.
struct WebhookHealth: Sendable {
    /// Whether this node sends.
    var isSending = false
    /// The time of the oldest event that was not accepted.
    var waitingSince: Date?
    /// Requests that failed since the start of the server.
    var failures = 0
}

/// The receivers whose last step the store has not answered, so that only the beginning and the end are reported.
final class WebhookInterruption: Sendable {
    private let receivers = Mutex<Set<String>>([])

    /// - Returns: Whether the receiver is the first one.
    func begin(of receiver: String) -> Bool {
        receivers.withLock { $0.insert(receiver).inserted && $0.count == 1 }
    }

    /// - Returns: Whether the receiver was the last one.
    func end(of receiver: String) -> Bool {
        receivers.withLock { $0.remove(receiver) != nil && $0.isEmpty }
    }
}

/// A pause that can be ended early.
final class WebhookPause: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isEnded = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    func wait(_ seconds: Double, _ clock: any WallClock) async {
        let timer = clock.after(seconds) { self.end() }
        await withCheckedContinuation { continuation in
            let isEnded = state.withLock { state in
                defer { state.isEnded = false }
                if !state.isEnded { state.waiting = continuation }
                return state.isEnded
            }
            if isEnded { continuation.resume() }
        }
        timer.cancel()
    }

    /// Ends the pause, or the next one.
    func end() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            state.isEnded = state.waiting == nil
            return state.waiting
        }
        waiting?.resume()
    }
}

extension EventFilter {
    /// The events that a receiver takes.
    fileprivate init(_ receiver: WebhookReceiver) {
        self.init()
        (flows, kinds) = (receiver.flows ?? [], receiver.kinds ?? [])
    }
}
