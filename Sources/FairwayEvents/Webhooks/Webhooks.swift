package import Fairway
import Foundation
import Synchronization

/// Sends the events of sessions to other systems. One node sends for all.
///
/// Each receiver has a sender of its own, so a receiver that is slow or gone delays no other.
package final class Webhooks: Sendable {
    private let services: WebhookServices
    private let state = Mutex(State())

    private struct State {
        /// In the order of the file.
        var senders: [WebhookSender] = []
        var isStarted = false
        /// Keeps the events of receivers that have come, and no longer those of receivers that are gone, after the task before it.
        var holding: Task<Void, Never>?
    }

    /// Creates senders without receivers.
    ///
    /// - Parameters:
    ///   - trace: The value of `traceparent` for a change; nil if changes are not traced.
    ///   - encode: Encodes an event for a request.
    ///   - post: Sends a request. It must return after a limited time, and at once if its task is cancelled.
    ///   - report: Receives the failures of requests.
    package init(
        _ feed: EventFeed,
        _ store: any WebhookStore,
        of engine: Engine,
        trace: WebhookTracing? = nil,
        encode: @escaping WebhookEncoding,
        post: @escaping @Sendable (WebhookMessage) async -> WebhookAnswer,
        report: @escaping @Sendable (WebhookReport) -> Void
    ) {
        services = WebhookServices(
            feed: feed,
            store: store,
            clock: engine.clock,
            lease: WebhookLease(engine),
            trace: trace,
            encode: encode,
            post: post,
            report: report
        )
    }

    package var receivers: [WebhookReceiver] { state.withLock(\.senders).map(\.receiver) }

    /// Replaces the receivers. Those with the same URL continue. Another entry enables a receiver that has answered 410.
    package func replace(_ receivers: [WebhookReceiver]) {
        state.withLock { state in
            let old = Dictionary(state.senders.map { ($0.receiver.id, $0) }) { first, _ in first }
            state.senders = receivers.map { receiver in
                guard let sender = old[receiver.id] else { return WebhookSender(receiver, services) }
                sender.replace(receiver)
                return sender
            }
            guard state.isStarted else { return }
            for sender in state.senders { sender.start() }
            let ids = Set(receivers.map(\.id))
            let gone = old.values.filter { !ids.contains($0.receiver.id) }
            for sender in gone { sender.cancel() }
            let changed = ids.symmetricDifference(old.keys)
            guard !changed.isEmpty else { return }
            state.holding = Task { [before = state.holding] in
                await before?.value
                for sender in gone { await sender.stop() }
                for id in changed { await hold(id) }
            }
        }
    }

    /// Keeps the events of a receiver if it is in the file now. A later edit has a later task.
    private func hold(_ id: String) async {
        await reporting { () async throws(StoreError) in
            guard let receiver = receivers.first(where: { $0.id == id }) else { return try await services.release(id) }
            try await services.hold(try await services.progress(of: id), in: receiver.fingerprint)
        }
    }

    /// Starts sending. When this returns, the places of new receivers are stored, so they get all later events.
    package func start() async {
        let receivers = receivers
        await reporting { () async throws(StoreError) in
            for receiver in receivers { _ = try await services.progress(of: receiver.id) }
            try await services.release(exceptFor: receivers)
        }
        state.withLock { state in
            state.isStarted = true
            for sender in state.senders { sender.start() }
        }
    }

    private func reporting(_ work: () async throws(StoreError) -> Void) async {
        do throws(StoreError) {
            try await work()
        } catch {
            services.report(.interrupted(error))
        }
    }

    /// Gives up the requests that are being sent, and lets another node send.
    package func stop() async {
        await state.withLock(\.holding)?.value
        let senders = state.withLock { state in
            defer { (state.senders, state.isStarted) = ([], false) }
            return state.senders
        }
        await withDiscardingTaskGroup { group in
            for sender in senders { group.addTask { await sender.stop() } }
        }
        if !senders.isEmpty { await services.lease.release() }
    }

    /// The receivers in the order of the file, with their stored progress.
    package func listed() async throws(StoreError) -> [ListedWebhook] {
        let receivers = receivers
        let rows = try await services.store.webhooks(receivers.map(\.id))
        let progress = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        let now = services.clock.now
        return receivers.map { ListedWebhook($0, progress[$0.id], at: now) }
    }

    /// Delivers the events after a cursor again, and enables the receiver.
    ///
    /// - Returns: Nil if there is no receiver with this id.
    package func redeliver(_ id: String, after cursor: EventCursor) async throws(StoreError) -> ListedWebhook? {
        guard let sender = state.withLock({ $0.senders.first { $0.receiver.id == id } }) else { return nil }
        var progress = try await services.progress(of: id)
        progress.redeliver(after: cursor)
        // A sender writes after each request, so this may take a few attempts.
        while try await !services.store.setWebhook(progress, body: nil) {
            progress = try await services.progress(of: id)
            progress.redeliver(after: cursor)
        }
        try await services.hold(progress)
        sender.wake()
        return ListedWebhook(sender.receiver, progress, at: services.clock.now)
    }

    /// The lags and failures by host, for the metrics of this node. The lag is nil if another node sends.
    package var health: [(host: String, lag: Double?, failures: Int)] {
        let now = services.clock.now
        let senders = state.withLock(\.senders).map { (host: $0.receiver.host, health: $0.health) }
        return Dictionary(grouping: senders, by: \.host).map { host, senders in
            let lags = senders.filter(\.health.isSending).map {
                WebhookProgress.lag(since: $0.health.waitingSince, at: now)
            }
            return (host, lags.max(), senders.reduce(0) { $0 + $1.health.failures })
        }.sorted { $0.host < $1.host }
    }
}

/// A receiver in the list for operators. It has no secrets.
package struct ListedWebhook: Hashable, Sendable {
    package let receiver: WebhookReceiver
    /// Nil before the first look at its events.
    package let progress: WebhookProgress?
    package let state: State
    /// The seconds for which the oldest event has waited.
    package let lag: Double

    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case active
        /// The last request failed, and is repeated.
        case failing
        /// The receiver has answered 410.
        case disabled
    }

    init(_ receiver: WebhookReceiver, _ progress: WebhookProgress?, at now: Date) {
        (self.receiver, self.progress) = (receiver, progress)
        lag = progress?.lag(at: now) ?? 0
        state =
            progress?.isDisabled(in: receiver.fingerprint) == true
            ? .disabled : progress?.nextAttempt != nil ? .failing : .active
    }
}
