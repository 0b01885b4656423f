import Testing

@testable import Benchmarks

struct ShuffleTests {
    /// Without shuffling, all tasks of a benchmark would access the same few pages at the same time.
    @Test func adjacentSeedsGiveDifferentOrders() {
        let drawn = (0..<64).flatMap { seed in
            var order = Shuffle(seed: UInt64(seed))
            return (0..<100).map { _ in order.next(below: .max) }
        }
        #expect(Set(drawn).count == drawn.count)
    }

    @Test func orderIsDeterministic() {
        var (order, again) = (Shuffle(seed: 7), Shuffle(seed: 7))
        #expect((0..<10).map { _ in order.next(below: 100) } == (0..<10).map { _ in again.next(below: 100) })
    }
}
