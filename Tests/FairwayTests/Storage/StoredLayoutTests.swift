import FairwayWire
import Testing

@testable import Fairway

/// The format of the layout column, which other builds read.
struct StoredLayoutTests {
    static let next = #"{"next":{"screen":3,"node":2,"container":9,"effect":1,"job":4},"layers":["#
    static let stack = #"{"id":1,"screens":[1,1,2,1]}"#
    static let tabs = #"""
        {"id":2,"owner":1,"selected":"a","tabs":[{"key":"a","title":"A \"1\"","area":{"id":3,"screens":[]},"unstarted":null},\#
        {"key":"b","title":"","area":{"id":4,"screens":[]},"unstarted":{"flow":"F","version":2,"state":{"x":[1.50]}}}]}
        """#
    static let split = #"{"id":5,"owner":1,"halves":[{"id":6,"screens":[]},{"id":7,"screens":[4,1]}]}"#

    @Test(arguments: [
        "", #"{"presentation":null,"navigates":true,"area":\#(stack)}"#,
        #"{"presentation":"modal","navigates":false,"area":\#(tabs)}"#,
        #"{"presentation":"sheet","navigates":true,"area":\#(split)},"#
            + #"{"presentation":"alert","navigates":true,"area":{"id":8,"screens":[]}}"#,
    ])
    func layoutIsWrittenAsItWasRead(layers: String) throws {
        let text = Self.next + layers + "]}"
        let layout = try StoredLayout(JSONReader(Array(text.utf8)))
        #expect(layout.json.description == text)
    }

    @Test(arguments: [
        #"{"id":1}"#, #"{"id":1,"screens":[1]}"#, #"{"id":1,"owner":1,"tabs":[]}"#, #"{"id":1,"owner":1,"halves":[]}"#,
        #"{"id":1,"halves":[{"id":2,"screens":[]},{"id":3,"screens":[]}]}"#,
    ])
    func malformedAreaIsRejected(area: String) {
        let text = Self.next + #"{"presentation":null,"navigates":true,"area":\#(area)}]}"#
        #expect(throws: (any Error).self) { try StoredLayout(JSONReader(Array(text.utf8))) }
    }

    /// A newer build may store other presentations.
    @Test func unknownPresentationIsAModal() throws {
        let text = Self.next + #"{"presentation":"hologram","navigates":true,"area":{"id":1,"screens":[]}}]}"#
        let layout = try StoredLayout(JSONReader(Array(text.utf8)))
        #expect(layout.layers[0].presentation == .modal)
    }

    /// The order of members and white space do not matter, and null equals absence.
    @Test func layoutIsReadInAnyJSONFormatting() throws {
        let text = #"""
            { "layers": [ {"area": {"screens": [1, 1], "id": 1, "owner": null, "tabs": null}, "navigates": true} ],
              "more": [1], "next": {"job": 4, "effect": 1, "container": 9, "node": 2, "screen": 3} }
            """#
        let layout = try StoredLayout(JSONReader(Array(text.utf8)))
        let expected =
            Self.next + #"{"presentation":null,"navigates":true,"area":{"id":1,"screens":[1,1]}}]}"#
        #expect(layout.json.description == expected)
    }
}
