package import Fairway
import Synchronization

/// Sends spans to a collector in batches, in the background. Nothing waits for it: spans that find no place are dropped and
/// counted.
package final class SpanExporter: Sendable {
    private let clock: any WallClock
    private let limits: SpanLimits
    private let encode: @Sendable ([Span]) -> [UInt8]
    private let post: @Sendable ([UInt8]) async -> SpanAnswer
    private let report: @Sendable (SpanReport) -> Void
    private let state = Mutex(State())

    private struct State {
        var waiting: [Span] = []
        var counts = SpanCounts()
        /// The spans of the batch that is being sent.
        var sending = 0
        var isSending = false
        var isScheduled = false
        var isStopped = false
        var isFailing = false
        /// The pause after a failure.
        var pause: (call: ScheduledCall, sender: CheckedContinuation<Void, Never>)?
        /// Waits for the end of sending.
        var stopper: CheckedContinuation<Void, Never>?
    }

    /// - Parameters:
    ///   - clock: The clock of the delays.
    ///   - limits: The limits.
    ///   - encode: Makes the body of a request.
    ///   - post: Sends a body to the collector.
    ///   - report: Called when the collector fails, and when it works again.
    package init(
        _ clock: any WallClock,
        _ limits: SpanLimits = SpanLimits(),
        encode: @escaping @Sendable ([Span]) -> [UInt8],
        post: @escaping @Sendable ([UInt8]) async -> SpanAnswer,
        report: @escaping @Sendable (SpanReport) -> Void = { _ in }
    ) {
        (self.clock, self.limits, self.encode, self.post, self.report) = (clock, limits, encode, post, report)
    }

    /// Spans since the start.
    package var counts: SpanCounts {
        state.withLock { state in
            var counts = state.counts
            counts.waiting = state.waiting.count + state.sending
            return counts
        }
    }

    /// Adds spans. Never blocks.
    func add(_ spans: [Span]) {
        let (begins, schedules) = state.withLock { state in
            let kept = state.isStopped ? [] : spans.prefix(max(0, limits.waiting - state.waiting.count))
            state.waiting += kept
            state.counts.dropped += spans.count - kept.count
            guard !state.isSending, !state.waiting.isEmpty else { return (false, false) }
            if state.waiting.count >= limits.batch {
                state.isSending = true
                return (true, false)
            }
            defer { state.isScheduled = true }
            return (false, !state.isScheduled)
        }
        if begins { send() }
        if schedules { clock.after(limits.delaySeconds) { [weak self] in self?.delayEnded() } }
    }

    private func delayEnded() {
        let begins = state.withLock { state in
            state.isScheduled = false
            guard !state.isSending, !state.waiting.isEmpty else { return false }
            state.isSending = true
            return true
        }
        if begins { send() }
    }

    private func send() {
        Task { [self] in
            while let batch = nextBatch() { await send(batch) }
        }
    }

    /// The next spans to send; nil ends the sending.
    private func nextBatch() -> [Span]? {
        let batch: [Span] = state.withLock { state in
            let batch = Array(state.waiting.prefix(limits.batch))
            state.waiting.removeFirst(batch.count)
            state.sending = batch.count
            state.isSending = !batch.isEmpty
            return batch
        }
        guard batch.isEmpty else { return batch }
        endStop()
        return nil
    }

    private func send(_ batch: [Span]) async {
        let body = encode(batch)
        var delay = limits.firstPauseSeconds
        for attempt in 1...limits.attempts {
            let answer = await post(body)
            note(answer, of: batch.count)
            switch answer {
            case .accepted: return
            case .refused: return drop(batch.count)
            case .unavailable:
                guard attempt < limits.attempts, !(state.withLock(\.isStopped)) else { return drop(batch.count) }
                await pause(delay)
                delay *= 2
            }
        }
    }

    private func drop(_ count: Int) { state.withLock { $0.counts.dropped += count } }

    private func note(_ answer: SpanAnswer, of count: Int) {
        let change: SpanReport? = state.withLock { state in
            switch answer {
            case .accepted(let dropped):
                state.counts.sent += count - min(dropped, count)
                state.counts.dropped += min(dropped, count)
                defer { state.isFailing = false }
                return state.isFailing ? .recovered : nil
            case .refused(let reason), .unavailable(let reason):
                defer { state.isFailing = true }
                return state.isFailing ? nil : .failing(reason)
            }
        }
        if let change { report(change) }
    }

    private func pause(_ seconds: Double) async {
        await withCheckedContinuation { sender in
            let call = clock.after(seconds) { [weak self] in self?.endPause() }
            let isStopped = state.withLock { state in
                state.pause = (call, sender)
                return state.isStopped
            }
            if isStopped { endPause() }
        }
    }

    private func endPause() {
        let pause = state.withLock { state in
            defer { state.pause = nil }
            return state.pause
        }
        pause?.call.cancel()
        pause?.sender.resume()
    }

    /// Sends what waits within a time limit, without repeating what fails. Later spans are dropped.
    package func stop(withinSeconds seconds: Double) async {
        let begins = state.withLock { state in
            state.isStopped = true
            guard !state.isSending, !state.waiting.isEmpty else { return false }
            state.isSending = true
            return true
        }
        if begins { send() }
        endPause()
        let limit = clock.after(seconds) { [weak self] in self?.endStop() }
        await withCheckedContinuation { stopper in
            let waits = state.withLock { state in
                if state.isSending { state.stopper = stopper }
                return state.isSending
            }
            if !waits { stopper.resume() }
        }
        limit.cancel()
    }

    private func endStop() {
        let stopper = state.withLock { state in
            defer { state.stopper = nil }
            return state.stopper
        }
        stopper?.resume()
    }
}

/// The limits of an exporter.
package struct SpanLimits: Sendable {
    /// Spans that wait to be sent. Further ones are dropped.
    package var waiting = 8_192
    /// Spans of one request.
    package var batch = 512
    /// How long spans wait for others before they are sent together.
    package var delaySeconds = 5.0
    /// Requests for one batch. If all fail, the batch is dropped.
    package var attempts = 4
    /// The pause after the first failed request. Each further one is twice as long.
    package var firstPauseSeconds = 1.0

    package init() {}
}

/// What a collector has answered.
package enum SpanAnswer: Hashable, Sendable {
    /// It has accepted all spans but some.
    case accepted(dropped: Int)
    /// It will never accept them, for this reason.
    case refused(String)
    /// It may accept them later.
    case unavailable(String)
}

/// Whether spans reach the collector.
package enum SpanReport: Hashable, Sendable {
    case failing(String)
    case recovered
}

/// Spans by what has become of them.
package struct SpanCounts: Hashable, Sendable {
    package var sent = 0
    package var dropped = 0
    /// Those that are being sent, too.
    package var waiting = 0
}
