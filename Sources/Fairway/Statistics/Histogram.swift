/// Counts values in buckets.
public struct Histogram: Hashable, Sendable {
    /// The upper bounds of the buckets, ascending. One more bucket holds the values above the last bound.
    public let bounds: [Int]
    /// The number of values in each bucket.
    public private(set) var counts: [UInt64]
    /// The sum of all values.
    public private(set) var sum = 0

    /// The number of all values.
    public var total: Int { Int(counts.reduce(0, +)) }

    /// An empty histogram.
    public init(bounds: [Int]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    package mutating func add(_ value: Int) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }

    /// For times in microseconds.
    public static let microseconds = Histogram(
        bounds: [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000, 10_000_000]
    )
    /// For sizes, by powers of two.
    public static let sizes = Histogram(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
}

/// Counters of a store's writer since the store was opened.
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
