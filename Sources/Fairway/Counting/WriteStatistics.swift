/// What a store's writer has done since the store was opened.
public struct WriteStatistics: Hashable, Sendable {
    /// Transactions, by the number of writes in each.
    public package(set) var groupSizes = Histogram.sizes
    /// Transactions, by their duration in microseconds, including the sync.
    public package(set) var groupMicroseconds = Histogram.microseconds
    /// Failed transactions.
    public package(set) var failedGroups = 0
    /// The number of writes in the largest transaction.
    public package(set) var largestGroup = 0
    /// Writes that wait now.
    public package(set) var waiting = 0

    /// Statistics with nothing counted.
    public init() {}
}
