/// What is left to a client of its rate: a bucket of tokens that fills with time. All there is to know of it is when it is
/// full again, so that one that is full need not be remembered at all.
struct Allowance: Hashable, Sendable {
    private(set) var isFullAt: UInt64

    /// What somebody has of whom nothing is known.
    static let full = Allowance(isFullAt: 0)

    /// Takes one request's worth.
    ///
    /// - Returns: nil when there was enough; else after how many nanoseconds there will be.
    mutating func take(_ limit: RateLimit, at now: UInt64) -> UInt64? {
        let interval = 1_000_000_000 / UInt64(limit.requestsPerSecond)
        let missing = isFullAt > now ? isFullAt - now : 0
        let most = interval * UInt64(limit.burst - 1)
        if missing > most { return missing - most }
        isFullAt = now + missing + interval
        return nil
    }
}
