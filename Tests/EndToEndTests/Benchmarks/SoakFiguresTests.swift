import Testing

@testable import Benchmarks

/// Detection of growth in long runs.
struct SoakFiguresTests {
    private static func growth(_ value: (_ look: Int) -> SoakFigures.Look) -> Int {
        var figures = SoakFigures()
        for number in 0..<120 {
            var look = value(number)
            look.second = Double(number * 15)
            figures.add(look)
        }
        return figures.growth.count
    }

    private static func look(
        _ megabytes: Double = 60,
        _ descriptors: Double = 40,
        _ milliseconds: Double = 30
    ) -> SoakFigures.Look {
        SoakFigures.Look(
            second: 0,
            residentMegabytes: megabytes,
            descriptors: descriptors,
            p99Milliseconds: milliseconds
        )
    }

    @Test func constantFigureHasNotGrown() { #expect(Self.growth { _ in Self.look() } == 0) }

    @Test func initialGrowthIsIgnored() {
        #expect(Self.growth { Self.look(min(60, 20 + Double($0) * 2)) } == 0)
    }

    @Test func singlePeakIsIgnored() {
        #expect(Self.growth { $0 == 110 ? Self.look(900, 900, 9_000) : Self.look() } == 0)
    }

    @Test func steadyGrowthIsFound() {
        #expect(Self.growth { Self.look(60 + Double($0) / 2) } == 1)
        #expect(Self.growth { Self.look(60, 40 + Double($0)) } == 1)
        #expect(Self.growth { Self.look(60, 40, 30 + Double($0 * $0) / 10) } == 1)
    }

    @Test func tooFewSamplesFail() { #expect(!SoakFigures().growth.isEmpty) }
}
