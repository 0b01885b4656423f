import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// The names of actions and parameters come from the cases of the action's enum (`docs/flows/controls.md`).
struct ControlNamingTests {
    @Test func namesAreThoseOnTheWire() {
        #expect(
            Self.names(Form.self) == [
                "save(name, email, age, cabin, sailing)", "pay(card, amount, meal, address/street, address/city)",
                "didType(value)", "didChoose(value)", "cancel()",
            ]
        )
    }

    @Test func codingKeysRenameActionsAndParameters() {
        #expect(Self.names(Renamed.self) == ["keep(n, o)"])
        #expect(Self.names(RawActions.self) == ["yes()", "not-at-all()"])
    }

    @Test func unlabelledParametersAreNumbered() {
        #expect(Self.names(Unlabelled.self) == ["move(_0, _1)", "go(_0, animated)"])
    }

    @Test func controlsCanBeNamedByHand() async throws {
        let screen = try await Engine.controls(of: ByHand.self)
        #expect(screen.controls.map(\.action) == ["odd", "even"])
        #expect(screen.controls.map { $0.fields.map(\.name) } == [["picky"], ["count"]])
        #expect(screen.actions["odd"]?["properties"]?["picky"] == ["type": "string", "minLength": 1])
    }

    /// `Picky` throws while the recorder decodes it. The recorder then learns nothing about the parameters after it.
    @Test func declaredTypeOfANamedFieldIsUsed() async throws {
        let tester = try await FlowTester(ControlsFixture<Late>())
        #expect(try await tester.errors("save", #"{"picky":"y","note":5}"#) == ["note type-mismatch"])
        #expect(try await tester.errors("save", #"{"picky":"y"}"#) == ["note required"])
        #expect(
            try await tester.errors("save", #"{"picky":"y","note":"xx","age":1e60}"#) == [
                "note too-long", "age too-large",
            ]
        )
        let save = try await Engine.controls(of: Late.self).actions["save"]
        #expect(save?["properties"]?["note"] == ["type": "string", "maxLength": 1])
        #expect(save?["properties"]?["age"]?["type"] == ["integer", "null"])
        #expect(save?["required"]?.array?.contains("note") == true)
        #expect(save?["required"]?.array?.contains("age") == false)
    }

    @Test func rulesOfARecursiveTypeAreInTheSchema() async throws {
        let schema = try await Engine.controls(of: Recursive.self).actions["save"]
        #expect(schema?["properties"]?["part"]?["properties"]?["name"] == ["type": "string", "maxLength": 9])
        let tester = try await FlowTester(ControlsFixture<Recursive>())
        #expect(
            try await tester.errors("save", #"{"part":{"name":"0123456789","parts":[]}}"#) == ["part/name too-long"]
        )
    }

    @Test func controlsCanBeShared() async throws {
        #expect(try await Engine.controls(of: Stepping.self).controls.map(\.action) == ["next", "back"])
    }

    @Test func actionsAreOrderedAsDeclared() async throws {
        let tester = try await FlowTester(ControlsFixture<Ordered>())
        #expect(tester.state.screen?.actions == ["third", "first", "second", "fourth"])
        #expect(try await Engine.controls(of: Ordered.self).actions.members.map(\.name) == tester.state.screen?.actions)
    }

    @Test func renamedActionReachesItsHandler() async throws {
        let tester = try await FlowTester(ControlsFixture<Renamed>())
        #expect(try await tester.errors("keep", #"{"n":"x","o":1}"#) == [])
        #expect(try await tester.errors("keep", #"{"n":"x"}"#) == ["o required"])
    }

    private static func names<S: Screen>(_ screen: S.Type) -> [String] {
        guard let controls = ScreenControls(screen, actions: ActionNames.of(S.Action.self)) else { return [] }
        #expect(controls.mistake == nil)
        return controls.controls.map { action, _ in
            "\(action)(\(controls.forms[action]?.fields.map(\.name).joined(separator: ", ") ?? "no form"))"
        }
    }
}

private enum Cabin: String, Choice {
    case inside, outside
    var label: Text { self == .inside ? "Inside" : "Outside" }
}

private enum Meal: String, Codable, CaseIterable { case none, vegetarian }
private struct Sailing: Codable, Hashable, Identifiable { var id: String, label: String }
private struct Address: Codable, Hashable { var street: String, city: String? }

private struct Form: Screen {
    var sailings: [Sailing]
    var ports = ["Hanko", "Turku"]

    enum Action: Codable {
        case save(name: String, email: String, age: Int?, cabin: Cabin?, sailing: Sailing.ID)
        case pay(card: Sensitive<String>, amount: Double, meal: Meal, address: Address)
        case didType(String)
        case didChoose(String)
        case cancel
    }

    static var controls: Controls<Self> {
        Control(Action.save, "Save", role: .primary) { name, email, age, cabin, sailing in
            Field(name, "Name", .length(1...60), hint: "As in the passport")
            Field(email, "E-mail", .email)
            Field(age, "Age", .range(0...120))
            Field(cabin, "Cabin")
            Field(sailing, "Sailing", .options(in: \.sailings, value: \.id, label: \.label))
        }
        Control(Action.pay, "Pay", confirm: "Pay now?") { card, amount, meal, address in
            Field(card, "Card", .password, .placeholder("1234 …"))
            Field(amount, "Amount", .money(currency: "EUR"), .range(0.01...10_000), .step(0.01))
            Field(meal, "Meal")
            Field(address.street, "Street", .length(1...60))
            Field(address.city, "City", .length(...60))
        }
        Control(Action.didType, "Look up") { text in Field(text, "Text", .multiline) }
        Control(Action.didChoose, "Choose") { port in Field(port, "Port", .options(in: \.ports)) }
        Control(.cancel, "Cancel", role: .cancel)
    }
}

private struct Renamed: ControlledScreen {
    static let first = Renamed()

    enum Action: Codable {
        case save(name: String, of: Int)
        enum CodingKeys: String, CodingKey { case save = "keep" }
        enum SaveCodingKeys: String, CodingKey { case name = "n", of = "o" }
    }

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { name, of in
            Field(name, "Name")
            Field(of, "Of")
        }
    }
}

private struct RawActions: Screen {
    enum Action: String, Codable { case yes, no = "not-at-all" }

    static var controls: Controls<Self> {
        Control(.yes, "Yes")
        Control(.no, "No")
    }
}

private struct Unlabelled: Screen {
    enum Action: Codable { case move(Int, Int), go(String, animated: Bool = true) }

    static var controls: Controls<Self> {
        Control(Action.move, "Move") { from, to in
            Field(from, "From")
            Field(to, "To")
        }
        Control(Action.go, "Go") { place, animated in
            Field(place, "Place")
            Field(animated, "Animated")
        }
    }
}

private struct Picky: Codable {
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text.contains("y") else { throw Problem(.invalidParams) }
    }

    func encode(to encoder: any Encoder) throws {}
}

private struct ByHand: ControlledScreen {
    static let first = ByHand()
    enum Action: Codable { case odd(picky: Picky), even(count: Int) }

    static var controls: Controls<Self> {
        Control(named: "odd", "Odd") { Field("picky", as: String.self, "Picky", .length(1...)) }
        Control(Action.even, "Even") { count in Field(count, "Count", .range(...9)) }
    }
}

private struct Late: ControlledScreen {
    static let first = Late()
    enum Action: Codable { case save(picky: Picky, note: String, age: Int?) }

    static var controls: Controls<Self> {
        Control(named: "save", "Save") {
            Field("note", as: String.self, "Note", .length(...1))
            Field("age", as: Int?.self, "Age")
        }
    }
}

private struct Part: Codable {
    var name: String
    var parts: [Part]
}

private struct Recursive: ControlledScreen {
    static let first = Recursive()
    enum Action: Codable { case save(part: Part) }

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { part in Field(part.name, "Name", .length(...9)) }
    }
}

private enum StepAction: Codable { case next, back }

extension Screen where Action == StepAction {
    @ControlsBuilder<Self> fileprivate static var stepControls: Controls<Self> {
        Control(.next, "Next", role: .primary)
        Control(.back, "Back", role: .cancel)
    }
}

private struct Stepping: ControlledScreen {
    static let first = Stepping()
    typealias Action = StepAction
    static var controls: Controls<Self> { return stepControls }
}

private struct Ordered: ControlledScreen {
    static let first = Ordered()
    enum Action: Codable { case first, second(Int), third, fourth(String) }

    static var controls: Controls<Self> {
        Control(.third, "Third")
        Control(.first, "First")
    }
}
