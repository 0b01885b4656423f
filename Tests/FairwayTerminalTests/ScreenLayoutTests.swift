import FairwayClient
import FairwayWire
import Testing

@testable import FairwayTerminal

struct ScreenLayoutTests {
    @Test func screenIsDrawnFromItsViewModel() throws {
        let layout = layout(
            #"{"title":"Passengers","message":"Who travels?","count":2,"paid":false,"note":null,"ship":{"name":"Aurora","cars":true}}"#,
            ["nextButtonPressed"]
        )
        #expect(
            layout.lines.map(\.text) == [
                "Passengers", "Who travels?", "", "Count: 2", "Paid: No", "Note: –", "Ship:", "  Name: Aurora",
                "  Cars: Yes", "", "  1  Next",
            ]
        )
        #expect(layout.choices.map(\.form.action) == ["nextButtonPressed"])
        #expect(layout.choices.map(\.isComplete) == [true])
    }

    @Test func valuesAreShownForPeople() throws {
        let layout = layout(
            #"{"departs":"2026-12-24T13:00:00Z","day":"2026-12-24","length":12.5,"balance":1234567,"fareCents":8900,"feeCents":250,"fee":"2,50 €","kind":"outside","kindText":"Außen","stops":["Kiel","Oslo"]}"#,
            []
        )
        let text = layout.lines.map(\.text).joined(separator: "\n")
        #expect(text.contains("Departs: 24 Dec 2026") && text.contains("14:00"))
        #expect(text.contains("Day: 24"))
        #expect(text.contains("Length: 12.5"))
        #expect(text.contains("Balance: 1,234,567"))
        #expect(text.contains("Fare: 89.00\n"))
        #expect(text.contains("Fee: 2,50 €"))
        #expect(text.contains("Kind: Außen") && !text.contains("outside"))
        #expect(!text.contains("T13:00") && !text.contains("ents"))
        #expect(text.contains("  - Kiel\n  - Oslo"))
    }

    @Test func groupOfRowsHasAHeading() throws {
        let layout = layout(
            #"{"samples":[{"title":"Ferry","group":null},{"title":"Account","group":"Demos"},{"title":"Planets","group":"Demos"}]}"#,
            [],
            title: "Samples"
        )
        #expect(
            layout.lines.map(\.text) == [
                "Samples", "", "  - Ferry", "", "Demos", "  - Account", "  - Planets",
            ]
        )
    }

    @Test func controlsOfARowAreDrawnOnIt() throws {
        let index: JSONObject = ["edit": Self.index, "remove": Self.index]
        let row = Catalog.Row(list: "/passengers", params: ["index": .index])
        let controls = [
            Catalog.Control(action: "cancel", label: "Cancel", role: "cancel"),
            Catalog.Control(action: "add", label: "Add passenger"),
            Catalog.Control(action: "edit", label: "Edit", row: row),
            Catalog.Control(
                action: "remove",
                label: "Remove",
                role: "destructive",
                confirm: "Sure?",
                decline: "Keep",
                row: row
            ),
            Catalog.Control(action: "next", label: "Continue", role: "primary"),
        ]
        let viewModel = #"{"passengers":[{"name":"Ada Lovelace","age":36},{"name":"Byron","age":7}]}"#
        let wide = layout(viewModel, controls.map(\.action), index, controls, title: "Passengers")
        #expect(
            wide.lines.map(\.text) == [
                "Passengers", "", "  - Ada Lovelace · Age: 36   1 Edit   2 Remove",
                "  - Byron · Age: 7   3 Edit   4 Remove",
                "", "  5  Add passenger", "  6  Continue", "  7  Cancel",
            ]
        )
        #expect(wide.choices[3].form.params([:], row: wide.choices[3].row) == ["index": 1])
        #expect(wide.choices[3].form.confirm == "Sure?")
        #expect(wide.choices[3].form.decline == "Keep")
        let narrow = layout(viewModel, controls.map(\.action), index, controls, title: "Passengers", width: 30)
        #expect(
            narrow.lines.map(\.text).prefix(6) == [
                "Passengers", "", "  - Ada Lovelace · Age: 36", "    1 Edit   2 Remove", "  - Byron · Age: 7   3 Edit",
                "    4 Remove",
            ]
        )
    }

    @Test func onlyControlOfARowIsItsNumber() throws {
        let row = Catalog.Row(list: "/sailings", params: ["id": .value("/id")])
        let schema: JSONObject = [
            "choose": ["type": "object", "required": ["id"], "properties": ["id": ["type": "string"]]]
        ]
        let choose = Catalog.Control(action: "choose", label: "Choose", row: row)
        let layout = layout(#"{"sailings":[{"id":"o","title":"Oslo"}]}"#, ["choose"], schema, [choose])
        #expect(layout.lines.map(\.text) == ["Page", "", "Sailings", "  1  Oslo   Choose"])
    }

    @Test func memberThatTheHeadlineContainsIsLeftOut() {
        let rows = #"[{"title":"Kiel – Oslo","from":"Kiel","to":"Oslo","ship":"Os","deck":"O"},{"from":"Kiel"}]"#
        let layout = layout(#"{"sailings":\#(rows)}"#, [])
        #expect(layout.lines.map(\.text).suffix(2) == ["  - Kiel – Oslo · Ship: Os · Deck: O", "  - From: Kiel"])
    }

    @Test func optionsAreShownInTheFormOnly() throws {
        let schema: JSONObject = [
            "search": ["type": "object", "properties": ["from": ["type": "string"]], "required": ["from"]]
        ]
        let from = Catalog.Field(
            name: "from",
            label: "From",
            format: "choice",
            required: true,
            options: .list("/ports", value: "/key", label: "/name")
        )
        let search = Catalog.Control(action: "search", label: "Search", fields: [from])
        let layout = layout(#"{"ports":[{"key":"k","name":"Kiel"}],"from":null}"#, ["search"], schema, [search])
        #expect(layout.lines.map(\.text) == ["Page", "", "  1  Search …", "       From *"])
    }

    @Test func rowIsAChoiceIfItSuppliesAnActionsParameter() throws {
        let schema: JSONObject = [
            "didSelectEntry": [
                "type": "object", "required": ["key"], "properties": ["key": ["type": "string"]],
            ]
        ]
        let layout = layout(
            #"{"entries":[{"key":"a","title":"One","about":"first"},{"key":"b","title":"Two","price":3}]}"#,
            ["didSelectEntry", "closeButtonPressed"],
            schema
        )
        #expect(
            layout.lines.map(\.text) == [
                "Page", "", "Entries", "  1  One · first", "  2  Two · Price: 3", "", "  3  Close",
            ]
        )
        #expect(layout.choices[1].form.params([:], row: layout.choices[1].row) == ["key": "b"])
        #expect(layout.choices[1].isComplete)
    }

    @Test func buttonsOfAnAlertAreItsActions() throws {
        let layout = layout(
            #"{"title":"Leave?","buttons":[{"action":"keep","title":"Stay here"},{"action":"gone","title":"No such"}]}"#,
            ["discard", "keep"]
        )
        #expect(layout.lines.map(\.text) == ["Leave?", "", "  1  Stay here", "  2  Discard"])
        #expect(layout.choices.map(\.form.action) == ["keep", "discard"])
    }

    @Test func editedValuesAreShownBelowTheirButton() throws {
        let schema: JSONObject = [
            "saveButtonPressed": ["type": "object", "properties": ["name": ["type": "string"]]]
        ]
        let layout = layout(#"{"name":"Ada","age":36}"#, ["saveButtonPressed"], schema)
        #expect(layout.lines.map(\.text) == ["Page", "", "Age: 36", "", "  1  Save …", "       Name: Ada"])
    }

    /// No control character reaches the terminal, and no line is wider than the terminal.
    @Test(arguments: [8, 20, 80])
    func hostileViewModelIsShownAsText(_ width: Int) {
        let evil = #"\u001b]0;owned\u0007\u001b[2J\u009b31m\r\n\u202e"# + String(repeating: "x", count: 9_000)
        let deep = String(repeating: #"{"a":"#, count: 40) + "1" + String(repeating: "}", count: 40)
        let many = "[" + (0..<2_000).map { _ in "\"\(evil.prefix(40))\"" }.joined(separator: ",") + "]"
        let json = #"{"title":"\#(evil)","message":"\#(evil)","\#(evil)":"\#(evil)","deep":\#(deep),"many":\#(many)}"#
        let layout = layout(json, ["\u{1B}[31mButtonPressed"], width: width)
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
        let tabs = NavigationLayout(try JSON.decode(Navigation.self, from: Array((json + "}").utf8)), width: 80) {
            DisplayNames.screen($0.name)
        }
        #expect(tabs.lines.map(\.text) == ["[t1 Inside] t2 Outside ", "List"])
        #expect(tabs.tabs.map(\.key) == ["in", "out"])
        let covered = NavigationLayout(
            try JSON.decode(Navigation.self, from: Array((json + modal + "}").utf8)),
            width: 80
        ) { DisplayNames.screen($0.name) }
        #expect(covered.lines.map(\.text) == ["[Inside] Outside ", "List", "modal Page 1"])
        #expect(covered.tabs.isEmpty)
    }

    @Test(arguments: [
        (40, "One › Two › Three"), (17, "One › Two › Three"), (16, "… › Two › Three"), (14, "… › Three"), (3, "… …"),
    ])
    func endOfTheLongestPathIsShown(width: Int, path: String) {
        let screens = ["One", "Two", "Three"].map { ScreenReference(id: $0, name: "F.\($0)", flow: "F") }
        let layout = NavigationLayout(Navigation(id: "c1", content: .stack(screens)), width: width) {
            DisplayNames.screen($0.name)
        }
        #expect(layout.lines.map(\.text) == [path])
    }

    private static let index: JSONValue = [
        "type": "object", "required": ["index"], "properties": ["index": ["type": "integer", "format": "int64"]],
    ]

    private func layout(
        _ viewModel: String,
        _ actions: [String],
        _ schemas: JSONObject = [:],
        _ controls: [Catalog.Control] = [],
        title: String? = nil,
        width: Int = 80
    ) -> ScreenLayout {
        let screen = ScreenDocument.named("Flow.Page", viewModel, actions, title: title)
        return ScreenLayout(screen, .of("Flow.Page", schemas, controls), format: .inBerlin, width: width)
    }
}
