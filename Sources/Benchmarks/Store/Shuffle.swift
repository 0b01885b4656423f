import FairwayDoubles

/// Numbers in no order, the same in every run; those of neighbouring seeds have nothing to do with each other.
struct Shuffle {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(Seed(seed)) }

    mutating func next(below limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
}
