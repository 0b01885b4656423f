import Testing

@testable import FairwayServer

struct DurationFlagTextTests {
    @Test(arguments: [
        ("30d", 2_592_000, "30d"), ("24h", 86_400, "1d"), ("10m", 600, "10m"), ("15s", 15, "15s"), ("90", 90, "90s"),
        ("0", 0, "0s"), ("0d", 0, "0s"), ("61m", 3_660, "61m"),
    ])
    func durationIsNumberWithOptionalUnit(text: String, seconds: Int64, shown: String) {
        #expect(Duration(flagText: text) == .seconds(seconds))
        #expect(Duration.seconds(seconds).flagText == shown)
    }

    @Test(arguments: [
        "", "d", "-1s", "+1s", "1.5h", "1 h", "1w", "1hh", "١s", "99999999999999999999", "9223372036854775807d",
    ])
    func invalidTextIsRejected(text: String) {
        #expect(Duration(flagText: text) == nil)
    }
}
