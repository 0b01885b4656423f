import FairwayWire
import Testing

@testable import Fairway

struct LanguageMatchTests {
    @Test(
        arguments: [
            ("de", "de"), ("de-AT, en;q=0.5", "de"), ("fr, de;q=0.3", "de"), ("en;q=0.4, de;q=0.8", "de"),
            ("de;q=0.4, en;q=0.8", "en"), ("DE-at", "de"), ("de;q=0, en", "en"), ("de-CH, de;q=0", nil),
            ("fr", nil), ("", nil), ("*", nil), ("de;q=x", nil), ("!, de", "de"), ("de ; q=0.5, en; q=0.25", "de"),
            ("fr;q=1.5, en;q=0.1", "en"), ("en, de", "en"), ("de, en", "de"),
        ] as [(String, String?)]
    )
    func bestMatchFollowsWeightsAndOrder(_ field: String, expected: String?) throws {
        #expect(try Languages([.timetable]).bestMatch(field) == expected)
    }

    @Test func longListIsReadUpToALimit() {
        #expect(LanguageRange.all(in: String(repeating: "de,", count: 10_000)).count == 32)
    }

    @Test func appWithoutCatalogSpeaksEnglish() throws {
        let languages = try Languages([])
        #expect(languages.tags == ["en"])
        #expect(languages.bestMatch("de, en-GB;q=0.1") == "en")
        #expect(languages.language(of: Device(locale: "de")).string("Fill this in.") == "Fill this in.")
    }
}
