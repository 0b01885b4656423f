/// What a store's writer has done since the store was opened.
public struct WriteStatistics: Hashable, Sendable {
    /// The transactions, by how many writes were in them: changes above all.
    public package(set) var groupSizes = Histogram.sizes
    /// The transactions, by how many microseconds they took, each up to its sync.
    public package(set) var groupMicroseconds = Histogram.microseconds
    /// How many of them failed.
    public package(set) var failedGroups = 0
    /// How many writes there were in the largest.
    public package(set) var largestGroup = 0
    /// How many writes wait now.
    public package(set) var waiting = 0

    /// Nothing done yet.
    public init() {}
}
