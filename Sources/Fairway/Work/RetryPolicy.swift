/// How often something that failed is tried again, and after how long: each time twice as long as before, up to a cap.
public struct RetryPolicy: Hashable, Sendable {
    /// How often it is tried at most, the first time included.
    public var attempts: Int
    /// How long after the first failure.
    public var firstDelay: Duration
    /// How long at most.
    public var longestDelay: Duration

    /// A policy; by default eight attempts, which take about two minutes.
    public init(
        attempts: Int = 8,
        firstDelay: Duration = .seconds(1),
        longestDelay: Duration = .seconds(300)
    ) {
        self.attempts = max(1, attempts)
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    /// How long to wait after so many attempts have failed; nil when that is enough.
    ///
    /// Between half of the delay and all of it, so that what failed together, because a service was down, does not come
    /// back together. Where in between depends on the work and the attempt alone: no random numbers are needed for that.
    func delay(after attempts: Int, of id: String) -> Duration? {
        guard attempts < self.attempts else { return nil }
        return spread(longest(after: attempts), id, attempts)
    }

    /// How long to wait where nobody has failed: the store could not be reached, or this build cannot read the session.
    func patience(of id: String) -> Duration { spread(longestDelay, id, 0) }

    private func longest(after attempts: Int) -> Duration {
        var delay = firstDelay
        for _ in 1..<max(1, attempts) where delay < longestDelay { delay = delay * 2 }
        return min(delay, longestDelay)
    }

    /// FNV-1a, of which the upper bits are spread well enough (https://www.rfc-editor.org/rfc/rfc9923.html).
    private func spread(_ delay: Duration, _ id: String, _ attempts: Int) -> Duration {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(id) \(attempts)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let thousandths = Int((hash >> 32) % 500)
        return delay / 2 + delay * thousandths / 1_000
    }
}
