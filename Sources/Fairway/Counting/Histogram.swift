/// Sizes or times, counted by how large they were.
public struct Histogram: Hashable, Sendable {
    /// The upper bounds of the counts, ascending; beyond the last is one more count.
    public let bounds: [Int]
    /// How many values lay between each bound and the one before it.
    public private(set) var counts: [UInt64]
    /// All values together.
    public private(set) var sum = 0

    /// How many values there were.
    public var total: Int { Int(counts.reduce(0, +)) }

    /// Nothing counted yet.
    public init(bounds: [Int]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// Counts a value.
    package mutating func add(_ value: Int) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }

    /// For times in microseconds, from those of a handler that only counts to those of one that waits for others.
    public static let microseconds = Histogram(
        bounds: [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000, 10_000_000]
    )
    /// For how many there are of something, by powers of two.
    public static let sizes = Histogram(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
}
