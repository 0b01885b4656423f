import Synchronization

/// What one session may have kept for it. Counted here and not in the store, for as long as the session is in memory: it
/// bounds what one client can ask for in a short time, at each node. A session leaves memory only to make room for others,
/// when nobody has asked for it for longer than for those: whoever asks without end does not get it out. Times are
/// monotonic seconds, so that setting the wall clock neither lifts a limit nor prolongs it.
extension LiveSession {
    /// Counts another handoff code, which does so until it expires, whether it is used or not.
    ///
    /// - Returns: when there is room for it, if not now.
    func countHandoff(at now: Double, until expiry: Double, most: Int) -> Double? {
        content.withLock { content in
            content.handoffs.removeAll { $0 <= now }
            guard content.handoffs.count < most else { return content.handoffs.min() ?? expiry }
            content.handoffs.append(expiry)
            return nil
        }
    }

    /// A code that was counted could not be kept, and so was not given out.
    func forgetHandoff(until expiry: Double) {
        content.withLock { content in
            if let index = content.handoffs.firstIndex(of: expiry) { content.handoffs.remove(at: index) }
        }
    }

    /// Whether another refusal may be kept under its key; it counts within its hour.
    func mayKeepRefusal(at now: Double, most: Int) -> Bool {
        let hour = Int(now / 3_600)
        return content.withLock { content in
            if content.refusals.hour != hour { content.refusals = (hour, 0) }
            guard content.refusals.kept < most else { return false }
            content.refusals.kept += 1
            return true
        }
    }

    /// Refuses a change under a key once as many bytes of answers have been kept as may be in an hour. Before the flow's
    /// code runs: what it did could not be kept, and a repeat would do it again.
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

    /// Counts an answer that is kept. The first one begins an hour.
    func countKeptAnswer(bytes: Int, at now: Double) {
        guard bytes > 0 else { return }
        content.withLock { content in
            if now >= content.keptAnswers.end { content.keptAnswers = (0, now + 3_600) }
            content.keptAnswers.bytes += bytes
        }
    }
}
