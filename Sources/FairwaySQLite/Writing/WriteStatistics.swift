/// What the writer has done since the store was opened.
public struct WriteStatistics: Hashable, Sendable {
    /// How many transactions there were.
    public internal(set) var groups = 0
    /// How many of them failed.
    public internal(set) var failedGroups = 0
    /// How many writes there were in them, changes above all.
    public internal(set) var writes = 0
    /// How many writes there were in the largest.
    public internal(set) var largestGroup = 0
    /// How long all transactions took together, each up to its sync.
    public internal(set) var microseconds = 0
    /// How many writes wait now.
    public internal(set) var waiting = 0
}
