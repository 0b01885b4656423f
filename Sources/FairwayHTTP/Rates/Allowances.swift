/// What is left to each client of its rate.
///
/// Clients are known by a hash, which is seeded anew in every process, so that a long name takes no more room than a short
/// one and nobody can choose a name that shares another's allowance.
struct Allowances: Sendable {
    private let limit: RateLimit
    private var known: [Int: Allowance] = [:]
    private var sweptAt: UInt64 = 0

    /// Full ones are looked for so often at most, since that goes through all of them.
    private static let nanosecondsBetweenSweeps: UInt64 = 1_000_000_000

    init(_ limit: RateLimit) { self.limit = limit }

    /// How many clients are remembered.
    var count: Int { known.count }

    /// Takes one request's worth from a client's allowance.
    ///
    /// - Returns: nil when there was enough; else after how many seconds there will be.
    mutating func take(_ client: Int, at now: UInt64) -> Int? {
        if let index = known.index(forKey: client) {
            return known.values[index].take(limit, at: now).map { Int(($0 + 999_999_999) / 1_000_000_000) }
        }
        if known.count >= limit.clients { forgetFull(at: now) }
        guard known.count < limit.clients else { return nil }
        var allowance = Allowance.full
        _ = allowance.take(limit, at: now)
        known[client] = allowance
        return nil
    }

    private mutating func forgetFull(at now: UInt64) {
        guard sweptAt == 0 || now >= sweptAt + Self.nanosecondsBetweenSweeps else { return }
        sweptAt = now
        known = known.filter { $0.value.isFullAt > now }
    }
}
