import Synchronization

/// Limits on what is stored for one session.
///
/// They are counted in memory, at each node, and not in the store: they bound what one client can request in a short
/// time. A busy session is not evicted, so a client cannot reset its counters by making more requests. Times are
/// monotonic seconds, so that setting the wall clock does not affect the limits.
extension LiveSession {
    /// Counts a handoff code until it expires, whether it is used or not.
    ///
    /// - Returns: The time at which another code is allowed, if it is not allowed now.
    func countHandoff(at now: Double, until expiry: Double, most: Int) -> Double? {
        content.withLock { content in
            content.handoffs.removeAll { $0 <= now }
            guard content.handoffs.count < most else { return content.handoffs.min() ?? expiry }
            content.handoffs.append(expiry)
            return nil
        }
    }

    /// Forgets a code that could not be stored.
    func forgetHandoff(until expiry: Double) {
        content.withLock { content in
            if let index = content.handoffs.firstIndex(of: expiry) { content.handoffs.remove(at: index) }
        }
    }

    /// Whether another rejection may be stored under its key. Counts it for the current hour.
    func mayKeepRefusal(at now: Double, most: Int) -> Bool {
        let hour = Int(now / 3_600)
        return content.withLock { content in
            if content.refusals.hour != hour { content.refusals = (hour, 0) }
            guard content.refusals.kept < most else { return false }
            content.refusals.kept += 1
            return true
        }
    }

    /// Rejects a change with a key if the stored answers of the hour have reached their limit. This must come before
    /// the flow's code: a change with an answer that cannot be stored would be made again by a repeat.
    func checkMayKeepAnswer(at now: Double, _ limits: EngineLimits) throws(Problem) {
        let (bytes, end) = content.withLock(\.keptAnswers)
        guard bytes >= limits.answerBytesKeptPerHour, now < end else { return }
        throw Problem(
            .tooManyRequests,
            "This session's answers under idempotency keys are \(limits.answerBytesKeptPerHour) bytes in an hour. "
                + "Send the change later, or without a key.",
            retryAfterSeconds: Int((end - now).rounded(.up))
        )
    }

    /// Counts a stored answer. The first one begins an hour.
    func countKeptAnswer(bytes: Int, at now: Double) {
        guard bytes > 0 else { return }
        content.withLock { content in
            if now >= content.keptAnswers.end { content.keptAnswers = (0, now + 3_600) }
            content.keptAnswers.bytes += bytes
        }
    }
}
