/// What a load has measured.
struct LoadResult: Codable, Sendable {
    var perSecond: Double
    var p50Microseconds: Double
    var p99Microseconds: Double
    var longestMicroseconds: Double

    init(_ nanoseconds: [UInt32], inTime: Int, seconds: Double) {
        let sorted = nanoseconds.sorted()
        func at(_ share: Double) -> Double {
            sorted.isEmpty ? 0 : Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1_000
        }
        perSecond = Double(inTime) / seconds
        (p50Microseconds, p99Microseconds, longestMicroseconds) = (at(0.5), at(0.99), at(1))
    }
}
