import FairwayDoubles
import Synchronization

/// The simulation's random source. The scheduler is deterministic, so a seed reproduces all choices.
final class Dice: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(_ seed: Seed) { generator = Mutex(seed.makeGenerator()) }

    func roll(_ range: ClosedRange<Int>) -> Int {
        generator.withLock { Int.random(in: range, using: &$0) }
    }

    /// True once in `count` times on average. Never if `count` is zero.
    func chance(of count: Int) -> Bool { count > 0 && roll(1...count) == 1 }

    /// A random element.
    func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[roll(0...elements.count - 1)]
    }
}
