/// How long to wait before a connection is tried again.
struct ReconnectDelay: Equatable, Sendable {
    /// How often it has failed in a row.
    private var failures = 0

    private static let shortestSeconds = 0.1
    private static let longestSeconds = 3.0

    /// - Parameter share: Between 0 and 1, by chance: so that nodes that lost their connections at the same moment do
    ///   not all come back at the same moment.
    mutating func next(share: Double) -> Double {
        defer { failures += 1 }
        // One that was open and is lost is tried at once: most often only it was lost.
        guard failures > 0 else { return 0 }
        let longest = min(Self.shortestSeconds * Double(1 << min(failures - 1, 10)), Self.longestSeconds)
        return longest * (0.5 + share / 2)
    }

    /// It was made.
    mutating func reset() { failures = 0 }
}
