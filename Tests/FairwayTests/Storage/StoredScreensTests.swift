import FairwayWire
import Testing

@testable import Fairway

/// The format of the screens column, which other builds read.
struct StoredScreensTests {
    @Test(arguments: [
        #"{"shown":[]}"#,
        #"{"shown":[{"id":1,"name":"S","version":1,"state":{}}],"home":1}"#,
        #"{"shown":[{"id":1,"name":"S","type":"4Test1SV","version":1,"state":{"a":"b"},"step":{"screen":"S","id":null},"#
            + #""isRetained":true,"isBarrier":true}],"retained":[{"name":"R","version":3,"state":{},"#
            + #""step":{"screen":"R","id":"x"}}],"home":2,"hasReplacedRoot":true}"#,
    ])
    func screensAreWrittenAsTheyWereRead(text: String) throws {
        let screens = try StoredScreens(JSONReader(Array(text.utf8)))
        #expect(screens.json.description == text)
    }
}
