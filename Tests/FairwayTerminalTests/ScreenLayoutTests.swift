import FairwayWire
import Testing

@testable import FairwayTerminal

struct ScreenLayoutTests {
    @Test func screenIsDrawnFromItsViewModel() throws {
        let layout = try layout(
            #"{"title":"Passengers","message":"Who travels?","count":2,"paid":false,"note":null,"ship":{"name":"Aurora","cars":true}}"#,
            ["nextButtonPressed"]
        )
        #expect(
            layout.lines.map(\.text) == [
                "Passengers", "Who travels?", "", "Count: 2", "Paid: No", "Note: –", "Ship: ", "  Name: Aurora",
                "  Cars: Yes", "", "  1  Next",
            ]
        )
        #expect(layout.choices == [NumberedAction(screen: "s1", action: "nextButtonPressed", asks: .nothing(nil))])
    }

    @Test func rowIsAChoiceIfItSuppliesAnActionsParameter() throws {
        let schema: JSONObject = [
            "didSelectEntry": [
                "type": "object", "required": ["key"], "properties": ["key": ["type": "string"]],
            ]
        ]
        let layout = try layout(
            #"{"entries":[{"key":"a","title":"One","about":"first"},{"key":"b","title":"Two","price":3}]}"#,
            ["didSelectEntry", "closeButtonPressed"],
            schema
        )
        #expect(
            layout.lines.map(\.text) == [
                "Page", "", "Entries", "  1  One · first", "  2  Two · Price: 3", "", "  3  Close",
            ]
        )
        #expect(layout.choices[1].asks == .nothing(["key": "b"]))
    }

    @Test func buttonsOfAnAlertAreItsActions() throws {
        let layout = try layout(
            #"{"title":"Leave?","buttons":[{"action":"keep","title":"Stay here"},{"action":"gone","title":"No such"}]}"#,
            ["discard", "keep"]
        )
        #expect(layout.lines.map(\.text) == ["Leave?", "", "  1  Stay here", "  2  Discard"])
        #expect(layout.choices.map(\.action) == ["keep", "discard"])
    }

    @Test func editedValuesAreShownInTheFormOnly() throws {
        let schema: JSONObject = [
            "saveButtonPressed": ["type": "object", "properties": ["name": ["type": "string"]]]
        ]
        let layout = try layout(#"{"name":"Ada","age":36}"#, ["saveButtonPressed"], schema)
        #expect(layout.lines.map(\.text) == ["Page", "", "Age: 36", "", "  1  Save …"])
    }

    /// No control character reaches the terminal, and no line is wider than the terminal.
    @Test(arguments: [8, 20, 80])
    func hostileViewModelIsShownAsText(_ width: Int) throws {
        let evil = #"\u001b]0;owned\u0007\u001b[2J\u009b31m\r\n\u202e"# + String(repeating: "x", count: 9_000)
        let deep = String(repeating: #"{"a":"#, count: 40) + "1" + String(repeating: "}", count: 40)
        let many = "[" + (0..<2_000).map { _ in "\"\(evil.prefix(40))\"" }.joined(separator: ",") + "]"
        let json = #"{"title":"\#(evil)","message":"\#(evil)","\#(evil)":"\#(evil)","deep":\#(deep),"many":\#(many)}"#
        let layout = try layout(json, ["\u{1B}[31mButtonPressed"], width: width)
        #expect(layout.lines.count < 20_000)
        for line in layout.lines {
            #expect(line.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            #expect(line.columns <= max(width, 8), "\(line.text)")
        }
    }

    @Test func positionIsShownWithALinePerLayer() throws {
        let json = #"""
            {"id":"c1","kind":"tabs","selected":"in","tabs":[
            {"key":"in","title":"Inside","content":{"id":"c2","kind":"stack","screens":[{"id":"A","name":"F.List","flow":"F"}]}},
            {"key":"out","title":"Outside","content":{"id":"c3","kind":"stack","screens":[]}}]
            """#
        let modal =
            #","presented":{"id":"c4","kind":"stack","presentation":"modal","screens":[{"id":"B","name":"F.Page1","flow":"F"}]}"#
        let tabs = NavigationLayout(try JSON.decode(Navigation.self, from: Array((json + "}").utf8)), width: 80)
        #expect(tabs.lines.map(\.text) == ["[t1 Inside] t2 Outside ", "List"])
        #expect(tabs.tabs.map(\.key) == ["in", "out"])
        let covered = NavigationLayout(
            try JSON.decode(Navigation.self, from: Array((json + modal + "}").utf8)),
            width: 80
        )
        #expect(covered.lines.map(\.text) == ["[Inside] Outside ", "List", "modal Page 1"])
        #expect(covered.tabs.isEmpty)
    }

    private func layout(
        _ viewModel: String,
        _ actions: [String],
        _ schemas: JSONObject = [:],
        width: Int = 80
    ) throws -> ScreenLayout {
        let screen = ScreenDocument(
            id: "s1",
            name: "Flow.Page",
            flow: "Flow",
            version: 1,
            presentation: .push,
            back: false,
            viewModel: try RawJSON(validating: Array(viewModel.utf8)),
            actions: actions
        )
        return ScreenLayout(screen, schemas: schemas, width: width)
    }
}
