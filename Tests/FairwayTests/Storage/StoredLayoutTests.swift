import FairwayWire
import Testing

@testable import Fairway

/// What stands in a session's row stands there for long, and is read by other builds.
struct StoredLayoutTests {
    static let next = #"{"next":{"screen":3,"node":2,"container":9,"effect":1,"job":4},"layers":["#
    static let stack = #"{"id":1,"screens":[1,1,2,1]}"#
    static let tabs = #"""
        {"id":2,"owner":1,"selected":"a","tabs":[{"key":"a","title":"A \"1\"","area":{"id":3,"screens":[]},"unstarted":null},\#
        {"key":"b","title":"","area":{"id":4,"screens":[]},"unstarted":{"flow":"F","version":2,"state":{"x":[1.50]}}}]}
        """#
    static let split = #"{"id":5,"owner":1,"halves":[{"id":6,"screens":[]},{"id":7,"owner":1,"screens":[4,1]}]}"#

    @Test(arguments: [
        "", #"{"presentation":null,"navigates":true,"area":\#(stack)}"#,
        #"{"presentation":"modal","navigates":false,"area":\#(tabs)}"#,
        #"{"presentation":"sheet","navigates":true,"area":\#(split)},"#
            + #"{"presentation":"alert","navigates":true,"area":{"id":8}}"#,
    ])
    func itIsWrittenAsItWasRead(layers: String) throws {
        let text = Self.next + layers + "]}"
        let layout = try StoredLayout(JSONReader(Array(text.utf8)))
        #expect(layout.json.description == text)
    }

    /// Builds that had no word for a way to lie on what is under it.
    @Test func whatIsNotKnownIsAModal() throws {
        let text = Self.next + #"{"presentation":"hologram","navigates":true,"area":{"id":1}}]}"#
        let layout = try StoredLayout(JSONReader(Array(text.utf8)))
        #expect(layout.layers[0].presentation == .modal)
    }

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
