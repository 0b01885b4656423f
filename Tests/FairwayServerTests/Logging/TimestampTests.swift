import Testing

@testable import FairwayServer

struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_399_999_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
        (951_868_800_000_000, "2000-03-01T00:00:00.000Z"),
        (1_709_164_800_000_000, "2024-02-29T00:00:00.000Z"),
        (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"),
        (1_772_366_400_250_999, "2026-03-01T12:00:00.250Z"),
        (253_402_300_799_999_999, "9999-12-31T23:59:59.999Z"),
    ])
    func timestampIsUTCInMilliseconds(microseconds: Int64, shown: String) {
        let text = Timestamp(microsecondsSince1970: microseconds).withText { String(decoding: $0, as: UTF8.self) }
        #expect(text == shown)
    }
}
