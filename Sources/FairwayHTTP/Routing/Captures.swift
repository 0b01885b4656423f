/// Where the parameters of a matched path lie in the head's bytes. A fixed few, so that matching allocates nothing.
struct Captures: Sendable, Equatable {
    static let capacity = 4

    private var bounds = SIMD8<UInt16>()
    private(set) var count = 0

    mutating func append(_ range: Range<Int>) {
        bounds[count * 2] = UInt16(truncatingIfNeeded: range.lowerBound)
        bounds[count * 2 + 1] = UInt16(truncatingIfNeeded: range.upperBound)
        count += 1
    }

    mutating func removeLast() { count -= 1 }

    subscript(_ index: Int) -> Range<Int> { Int(bounds[index * 2])..<Int(bounds[index * 2 + 1]) }
}
