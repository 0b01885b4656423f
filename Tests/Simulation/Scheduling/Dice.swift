import FairwayDoubles
import Synchronization

/// Every choice of a simulation, made from one seed: as jobs run one at a time, the same choices come in the same order.
final class Dice: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(_ seed: Seed) { generator = Mutex(seed.makeGenerator()) }

    /// A number of the range.
    func roll(_ range: ClosedRange<Int>) -> Int {
        generator.withLock { Int.random(in: range, using: &$0) }
    }

    /// True once in so many times; never when that is zero.
    func chance(of count: Int) -> Bool { count > 0 && roll(1...count) == 1 }

    /// One of those.
    func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[roll(0...elements.count - 1)]
    }
}
