import Testing

@testable import Benchmarks

struct ArrayMedianTests {
    @Test func medianIsMiddleValue() {
        let values: [[Double]] = [[], [3], [4, 1], [9, 1, 2], [1, 2, 3, 100]]
        #expect(values.map(\.median) == [0, 3, 2.5, 2, 2.5])
    }
}
