import Fairway
import Testing

struct HistogramTests {
    @Test func quantileIsInterpolatedWithinItsBucket() {
        var histogram = Histogram(bounds: [10, 20, 40])
        #expect(histogram.quantile(0.95) == nil)
        for _ in 0..<10 { histogram.add(15) }
        #expect(histogram.quantile(0.5) == 15)
        #expect(histogram.quantile(1) == 20)
        for _ in 0..<10 { histogram.add(5) }
        #expect(histogram.quantile(0.25) == 5)
        #expect(histogram.quantile(0.5) == 10)
        for _ in 0..<80 { histogram.add(1_000) }
        #expect(histogram.quantile(0.95) == 40, "values above the last bound count as the last bound")
    }

    @Test func differenceHasOnlyTheLaterValues() {
        var earlier = Histogram.sizes
        earlier.add(3)
        var later = earlier
        later.add(100)
        var expected = Histogram.sizes
        expected.add(100)
        #expect(later.since(earlier) == expected)
        earlier.add(expected)
        #expect(earlier == later)
    }
}
