import FairwayClient
import FairwayWire
import Testing

@testable import FairwayTerminal

/// Conversations with the player, line by line.
struct PlayerTests {
    private static let schema: JSONValue = [
        "type": "object", "required": ["name", "age", "from"],
        "properties": [
            "name": ["type": "string", "minLength": 1, "maxLength": 60],
            "age": ["type": "integer", "format": "int64", "minimum": 0, "maximum": 120],
            "from": ["type": "string"], "pin": ["type": ["string", "null"], "writeOnly": true],
        ],
    ]

    private static let save = Catalog.Control(
        action: "save",
        label: "Save passenger",
        role: "primary",
        fields: [
            Catalog.Field(name: "name", label: "Name", hint: "As in the passport", format: "text", required: true),
            Catalog.Field(name: "age", label: "Age", format: "integer", required: true),
            Catalog.Field(
                name: "from",
                label: "From",
                format: "choice",
                required: true,
                options: .list("/ports", value: "/key", label: "/name")
            ),
            Catalog.Field(name: "pin", label: "PIN", format: "password", required: false),
        ]
    )

    private static let ports = (1...30).map { #"{"key":"p\#($0)","name":"Port \#($0)"}"# }.joined(separator: ",")

    @Test func formIsFilledInFieldByField() {
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"},{"key":"o","name":"Oslo"}],"age":36}"#, [Self.save])
        #expect(player.answer("1") == nil)
        #expect(
            player.text == [
                "Save passenger", "", "› Name *", "    text, at most 60 characters", "    As in the passport",
                "  Age *: 36", "  From *: ", "  PIN: ", "",
                "Enter accepts a field, Ctrl-U clears it, < returns to the previous one, Esc",
                "leaves the form. * is required.",
            ]
        )
        #expect(player.answer("Ada") == nil)
        #expect(player.question.label == "Age: ")
        #expect(player.question.initial == "36")
        #expect(player.answer("36") == nil)
        #expect(player.text.contains("    1  Kiel"))
        #expect(player.answer("2") == nil)
        #expect(player.question.isSecret)
        let sent = player.answer("1234")
        let params: JSONValue = ["name": "Ada", "age": 36, "from": "o", "pin": "1234"]
        let draft: JSONValue = ["name": "Ada", "age": 36, "from": "o"]
        #expect(sent == .act(screen: "s1", action: "save", params, draft: draft))
    }

    @Test func brokenRuleIsShownAtItsFieldBeforeSending() {
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"}]}"#, [Self.save])
        for line in ["1", "", "Ada", "old"] { #expect(player.answer(line) == nil) }
        #expect(player.text.contains("    Enter a whole number."))
        #expect(player.text.contains("    You entered: old"))
        #expect(player.question.initial == "")
        #expect(player.answer("121") == nil)
        #expect(player.text.contains("    Enter 120 or less."))
        #expect(player.answer("7") == nil)
        #expect(player.question.label == "From: ")
        #expect(player.answer("Riga") == nil)
        #expect(player.text.contains("    Choose one of the options."))
    }

    /// The input line of a field that has a value begins with it, so `<` is typed behind it.
    @Test(arguments: ["<", " < ", "36<"])
    func previousFieldIsAskedForAgain(line: String) {
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"}],"age":36}"#, [Self.save])
        for line in ["1", "Ada", line] { #expect(player.answer(line) == nil) }
        #expect(player.question.label == "Name: ")
        #expect(player.answer("Ada<") == nil)
        #expect(player.form == nil)
    }

    @Test func secretIsNotShownAfterRefusal() {
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"}]}"#, [Self.save])
        for line in ["1", "Ada", "7", "Kiel"] { #expect(player.answer(line) == nil) }
        #expect(player.answer("1234") != nil)
        player.end(Player.Failure(text: "Refused.", errors: [FieldError("/params/pin", "wrong", detail: "Wrong PIN.")]))
        #expect(player.text.contains("    Wrong PIN."))
        #expect(!player.text.contains { $0.contains("You entered") || $0.contains("1234") })
    }

    @Test func questionMarkListsCommands() {
        let leave = Catalog.Control(action: "leave", label: "Leave")
        var player = player("{}", [leave])
        #expect(player.text.last == "r refresh   /… link   q quit   ? help")
        #expect(player.answer("?") == nil)
        #expect(player.text.contains("b       go back") && player.text.contains("Ctrl-U  clear the field"))
        #expect(player.answer("") == nil)
        #expect(player.text.contains("  1  Leave"))
        // The numbers of the screen count on the page with the commands, too.
        #expect(player.answer("?") == nil)
        #expect(player.answer("1") == .act(screen: "s1", action: "leave", nil, draft: nil))
    }

    @Test(arguments: ["q", "quit", " quit "])
    func clientIsLeftWithALetterOrAWord(line: String) {
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"}]}"#, [Self.save])
        #expect(player.answer("?") == nil)
        #expect(player.text.contains("q, quit end this client"))
        #expect(player.answer(line) == .leave)
    }

    @Test func wordQuitIsATextInAForm() {
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"}]}"#, [Self.save])
        for line in ["1", "quit"] { #expect(player.answer(line) == nil) }
        #expect(player.question.label == "Age: ")
    }

    @Test func confirmationNamesItsRow() {
        let row = Catalog.Row(list: "/people", params: ["index": .index])
        let remove = Catalog.Control(action: "remove", label: "Remove", confirm: "Remove this passenger?", row: row)
        var player = player(#"{"people":[{"name":"Ada","age":36},{"name":"Byron","age":7}]}"#, [remove])
        #expect(player.answer("2") == nil)
        #expect(player.text == ["Remove this passenger?", "Byron · Age: 7"])
        #expect(player.answer("y") == .act(screen: "s1", action: "remove", ["index": 1], draft: nil))
    }

    @Test func longListIsSearched() {
        var player = player(#"{"ports":[\#(Self.ports)]}"#, [Self.save])
        for line in ["1", "Ada", "7"] { #expect(player.answer(line) == nil) }
        #expect(player.text.contains("    and 18 more; type a part of a name to find it"))
        #expect(player.answer("port 2") == nil)
        // "Port 2" itself is a label, so it is chosen.
        #expect(player.question.label == "PIN: ")
        #expect(player.answer("<") == nil)
        #expect(player.answer("2 ") == nil)
        #expect(player.question.label == "PIN: ")
        #expect(player.answer("<") == nil)
        #expect(player.answer("ort 2") == nil)
        #expect(player.text.contains("    1  Port 2"))
        #expect(player.text.contains("    11  Port 29"))
        #expect(player.answer("11") == nil)
        guard case .act(_, _, let params, _) = player.answer("") else {
            Issue.record("the form was not sent")
            return
        }
        #expect(params?["from"] == "p29")
    }

    @Test func refusalIsShownAtItsField() {
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"}]}"#, [Self.save])
        for line in ["1", "Ada", "7", "Kiel"] { #expect(player.answer(line) == nil) }
        #expect(player.answer("") != nil)
        let errors = [
            FieldError("/params/name", "taken", detail: "There is one of that name."), FieldError("/input", "odd"),
        ]
        player.end(Player.Failure(text: "Refused.", errors: errors))
        #expect(player.text.contains("    There is one of that name."))
        #expect(player.notice?.text == "odd")
        #expect(player.question.label == "Name: ")
        #expect(player.question.initial == "")
        #expect(player.text.contains("    You entered: Ada"))
        guard case .act(_, _, let params, _) = player.answer("Grace") else {
            Issue.record("only the refused field is asked again")
            return
        }
        #expect(params == ["name": "Grace", "age": 7, "from": "k"])
    }

    /// The server refuses an option that another user has taken. Its answer contains the newest options.
    @Test func refusedOptionIsReplacedByTheNewestOptions() {
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"},{"key":"o","name":"Oslo"}]}"#, [Self.save])
        for line in ["1", "Ada", "7", "Kiel"] { #expect(player.answer(line) == nil) }
        #expect(player.answer("") != nil)
        player.show(state(#"{"ports":[{"key":"o","name":"Oslo"},{"key":"r","name":"Riga"}]}"#, ["save"], revision: 2))
        let error = FieldError("/params/from", "not-an-option", detail: "Choose one of the options.")
        player.end(Player.Failure(text: "Refused.", errors: [error]))
        #expect(player.question.label == "From: ")
        #expect(player.text.contains("    1  Oslo") && player.text.contains("    2  Riga"))
        #expect(player.text.filter { $0.contains("Kiel") } == ["    You entered: Kiel"])
        guard case .act(_, _, let params, _) = player.answer("2") else {
            Issue.record("only the refused field is asked again")
            return
        }
        #expect(params == ["name": "Ada", "age": 7, "from": "r"])
    }

    @Test func optionsOfAnOpenFormFollowTheServer() {
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"}]}"#, [Self.save])
        for line in ["1", "Ada", "7"] { #expect(player.answer(line) == nil) }
        player.show(state(#"{"ports":[{"key":"o","name":"Oslo"}]}"#, ["save"], revision: 2))
        #expect(player.question.label == "From: ")
        #expect(player.text.contains("    1  Oslo"))
        #expect(player.notice == nil)
        player.show(state("{}", [], revision: 3))
        #expect(player.form == nil)
        #expect(player.notice != nil)
    }

    @Test func lostConnectionIsShownUntilItReturns() {
        var player = player(#"{"ports":[]}"#, [])
        player.connect(false)
        let lost = player.notice
        #expect(lost != nil)
        #expect(player.answer("?") == nil)
        #expect(player.answer("9") == nil)
        #expect(player.notice?.isFailure == true)
        #expect(player.answer("r") == .refresh)
        #expect(player.notice == lost)
        player.end(nil)
        #expect(player.notice == lost)
        player.connect(true)
        #expect(player.notice != lost)
    }

    @Test func titleIsShownOnce() {
        var player = player(#"{"message":"Who travels?","count":2}"#, [])
        #expect(player.text.prefix(4) == ["Passenger", "Who travels?", "", "Count: 2"])
        var deeper = state(#"{"count":2}"#, [], revision: 2)
        let first = ScreenReference(id: "s0", name: "Flow.First", flow: "Flow")
        let front = ScreenReference(id: "s1", name: "Flow.Page", flow: "Flow")
        deeper.navigation = Navigation(id: "c1", content: .stack([first, front]))
        player.show(deeper)
        #expect(player.text.prefix(3) == ["First › Passenger", "", "Count: 2"])
    }

    @Test func confirmationIsAskedFor() {
        let leave = Catalog.Control(action: "leave", label: "Leave", role: "destructive", confirm: "Leave the cabin?")
        var player = player("{}", [leave])
        #expect(player.answer("1") == nil)
        #expect(player.text == ["Leave the cabin?"])
        #expect(player.question.label == "y or n: ")
        #expect(player.answer("n") == nil)
        #expect(player.text.contains("  1  Leave"))
        #expect(player.answer("1") == nil)
        #expect(player.answer("y") == .act(screen: "s1", action: "leave", nil, draft: nil))
    }

    @Test func formIsConfirmedBeforeItIsSent() {
        var save = Self.save
        save.confirm = "Save it?"
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"}]}"#, [save])
        for line in ["1", "Ada", "7", "1", "", "no"] { #expect(player.answer(line) == nil) }
        #expect(player.question.label == "Name: ")
        #expect(player.question.initial == "Ada")
        for line in ["Ada", "7", "Kiel", ""] { #expect(player.answer(line) == nil) }
        #expect(player.answer("y") != nil)
    }

    @Test func leftFormShowsItsInputAgain() {
        var player = player(#"{"ports":[{"key":"k","name":"Kiel"}]}"#, [Self.save])
        for line in ["1", "Ada"] { #expect(player.answer(line) == nil) }
        player.leaveForm()
        #expect(player.text.contains("       Name *: Ada"))
        #expect(player.answer("1") == nil)
        #expect(player.question.initial == "Ada")
    }

    @Test(arguments: [40, 80])
    func everyLineFits(_ width: Int) {
        var save = Self.save
        save.fields[0].hint = String(repeating: "As in the passport. ", count: 9)
        var player = player(#"{"ports":[\#(Self.ports)],"note":"\#(String(repeating: "long ", count: 60))"}"#, [save])
        let pages = ["1", "Ada", "7"].map { line in
            let page = player.page(width: width)
            _ = player.answer(line)
            return page
        }
        for page in pages + [player.page(width: width)] {
            #expect(page.lines.allSatisfy { $0.columns <= width })
        }
    }

    private func player(_ viewModel: String, _ controls: [Catalog.Control]) -> Player {
        let actions = controls.map(\.action)
        let schemas = JSONObject(actions.map { ($0, $0 == "save" ? Self.schema : [:]) })
        let catalog = Catalog.of("Flow.Page", schemas, controls, title: "Passenger")
        return Player(state(viewModel, actions, revision: 1), catalog, format: .inBerlin)
    }

    private func state(_ viewModel: String, _ actions: [String], revision: Int) -> StateDocument {
        let reference = ScreenReference(id: "s1", name: "Flow.Page", flow: "Flow")
        var state = StateDocument(session: "s", revision: revision)
        state.screen = ScreenDocument.named("Flow.Page", viewModel, actions, title: "Passenger")
        state.navigation = Navigation(id: "c1", content: .stack([reference]))
        return state
    }
}

extension Player {
    fileprivate var text: [String] { page(width: 80).lines.map(\.text) }
}
