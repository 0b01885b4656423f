/// How often failed work is retried, and after which delays. Each delay is twice the one before, up to a maximum.
///
/// ```swift
/// RetryPolicy(attempts: 5, firstDelay: .seconds(2), longestDelay: .seconds(60))
/// ```
public struct RetryPolicy: Hashable, Sendable {
    /// The maximum number of attempts, including the first.
    public var attempts: Int
    /// The delay after the first failure.
    public var firstDelay: Duration
    /// The maximum delay.
    public var longestDelay: Duration

    /// A policy. By default eight attempts, which take about two minutes.
    public init(
        attempts: Int = 8,
        firstDelay: Duration = .seconds(1),
        longestDelay: Duration = .seconds(300)
    ) {
        self.attempts = max(1, attempts)
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    /// The delay after a number of failed attempts; nil if no attempts are left.
    ///
    /// The delay is between half and all of the nominal delay, which spreads the retries of work that failed together.
    /// The exact value depends on a hash of the work's id and the attempt. Random numbers are not needed.
    package func delay(after attempts: Int, of id: String) -> Duration? {
        guard attempts < self.attempts else { return nil }
        return spread(longest(after: attempts), id: id, attempts: attempts)
    }

    /// The delay after an attempt that did not fail because of the work: this build cannot read the job or the session.
    func pause(of id: String) -> Duration { spread(longestDelay, id: id, attempts: 0) }

    private func longest(after attempts: Int) -> Duration {
        var delay = firstDelay
        for _ in 1..<max(1, attempts) where delay < longestDelay { delay = delay * 2 }
        return min(delay, longestDelay)
    }

    /// FNV-1a (https://www.rfc-editor.org/rfc/rfc9923.html). Its upper bits are spread well enough for this use.
    private func spread(_ delay: Duration, id: String, attempts: Int) -> Duration {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(id) \(attempts)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let thousandths = Int((hash >> 32) % 500)
        return delay / 2 + delay * thousandths / 1_000
    }
}
