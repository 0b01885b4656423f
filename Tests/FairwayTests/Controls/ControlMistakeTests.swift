import FairwayTesting
import Testing

@testable import Fairway

/// Errors in controls stop the start with a sentence that names the screen, the action and the field.
struct ControlMistakeTests {
    @Test func nameThatCannotBeFoundIsReported() {
        expect(
            Unnameable.self,
            "Unnameable.controls: the action of the control “Odd” cannot be found, because Picky accepts no sample "
                + "value. Write Control(named: …) for it."
        )
    }

    @Test func nameThatFitsNothingIsReported() {
        expect(NoAction.self, "NoAction.controls: there is no action sav. The actions are save.")
        expect(
            NoParameter.self,
            "NoParameter.controls: save has no parameter nmae. Its parameters are name, street."
        )
    }

    @Test func secondControlOrFieldIsReported() {
        expect(TwoControls.self, "TwoControls.controls: save has two controls. Keep one of them.")
        expect(TwoFields.self, "TwoFields.controls: save has two fields for name. Keep one of them.")
        expect(FieldAndPart.self, "FieldAndPart.controls: save has two fields for address. Keep one of them.")
    }

    @Test func computedListIsReported() {
        expect(
            ComputedRows.self,
            "ComputedRows.controls: the rows of save are in a list that is not a stored property of the view model. "
                + "Store it, so that clients can read it."
        )
        expect(ComputedOptions.self, "the options of name in save are in a list that is not a stored property")
        expect(ComputedLabel.self, "the options of name in save have a value that is not a stored property")
        expect(ComputedPart.self, "save has a field for a part of address that is not a stored property.")
    }

    @Test func renamedListIsReported() {
        expect(RenamedList.self, RenamedList.sentence)
    }

    @Test func keyPathThroughAValueThatIsNotAnObjectIsReported() {
        expect(
            ThroughRawValue.self,
            "the options of name in save have a value that the view model's JSON does not contain: /id/rawValue. "
                + "The value that should have the member rawValue is not an object there."
        )
        expect(
            RowThroughRawValue.self,
            "the rows of save have a value that the view model's JSON does not contain: /id/rawValue."
        )
    }

    @Test func impossibleRuleIsReported() {
        expect(BadPattern.self, "the field name of save has the pattern “[”, which cannot be parsed.")
        expect(
            SlowPattern.self,
            "the field name of save has the pattern “(a+)+$”, in which “(a+)+” leaves a choice at each turn, which takes "
                + "exponential time: let the next character decide how the group continues, as in ([a-z]+-)*[a-z]+."
        )
        expect(LongPattern.self, "the field name of save has a pattern and a length above 1000: lower the length.")
        expect(EmptyMessage.self, "the field name of save has an empty message.")
        expect(TwoFormats.self, "the field name of save has two formats: keep one")
        expect(BadStep.self, "the field age of save has a step that is not a positive number.")
        expect(BadCurrency.self, "has the currency “euro”, which is no ISO 4217 code.")
    }

    @Test func flowTesterFailsWithTheSameSentence() async {
        let mistake = await #expect(throws: Mistake.self) {
            try await FlowTester(ControlsFixture<RenamedList>())
        }
        #expect(mistake?.description.contains("RenamedList.controls: " + RenamedList.sentence) == true)
    }

    private func expect<S: ControlledScreen>(
        _ screen: S.Type,
        _ sentence: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let mistake = #expect(throws: Mistake.self, sourceLocation: sourceLocation) {
            try Engine(App(initial: ControlsFixture<S>()), store: MemoryStore())
        }
        let said = mistake?.description ?? ""
        #expect(said.hasSuffix(sentence) || said.contains(sentence), "\(said)", sourceLocation: sourceLocation)
    }
}

private struct Picky: Codable {
    init(from decoder: any Decoder) throws { throw Mistake("no") }
    func encode(to encoder: any Encoder) throws {}
}

private struct Address: Codable {
    var street: String
    var line: String { street }
}

private struct Unnameable: ControlledScreen {
    static let first = Unnameable()
    static let name = "Unnameable"
    enum Action: Codable { case odd(picky: Picky) }
    static var controls: Controls<Self> { Control(Action.odd, "Odd") { _ in } }
}

private struct NoAction: ControlledScreen {
    static let first = NoAction()
    enum Action: Codable { case save(name: String) }
    static var controls: Controls<Self> { Control(named: "sav", "Save") }
}

private struct NoParameter: ControlledScreen {
    static let first = NoParameter()
    enum Action: Codable { case save(name: String, street: String) }
    static var controls: Controls<Self> { Control(named: "save", "Save") { Field("nmae", as: String.self, "Name") } }
}

private struct TwoControls: ControlledScreen {
    static let first = TwoControls()
    enum Action: Codable { case save }

    static var controls: Controls<Self> {
        Control(.save, "Save")
        Control(.save, "Keep")
    }
}

private struct TwoFields: ControlledScreen {
    static let first = TwoFields()
    enum Action: Codable { case save(name: String) }

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { name in
            Field(name, "Name")
            Field(name, "Name again")
        }
    }
}

private struct FieldAndPart: ControlledScreen {
    static let first = FieldAndPart()
    enum Action: Codable { case save(address: Address) }

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { address in
            Field(address, "Address")
            Field(address.street, "Street")
        }
    }
}

private struct ComputedPart: ControlledScreen {
    static let first = ComputedPart()
    enum Action: Codable { case save(address: Address) }
    static var controls: Controls<Self> { Control(Action.save, "Save") { address in Field(address.line, "Line") } }
}

private struct ComputedRows: ControlledScreen {
    static let first = ComputedRows()
    var items: [Int] = []
    var computed: [Int] { items }
    enum Action: Codable { case save(Int) }
    static var controls: Controls<Self> { Control(Action.save, "Save", on: .row(of: \.computed)) }
}

private struct ComputedOptions: ControlledScreen {
    static let first = ComputedOptions()
    var names: [String] { [] }
    enum Action: Codable { case save(name: String) }

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { name in Field(name, "Name", .options(in: \.names)) }
    }
}

private struct ComputedLabel: ControlledScreen {
    static let first = ComputedLabel()
    var addresses: [Address] = []
    enum Action: Codable { case save(name: String) }

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { name in
            Field(name, "Name", .options(in: \.addresses, value: \.street, label: \.line))
        }
    }
}

private struct RenamedList: ControlledScreen {
    static let first = RenamedList()
    var names: [String] = []
    enum Action: Codable { case save(name: String) }
    private enum CodingKeys: String, CodingKey { case names = "all" }

    static let sentence =
        "the options of name in save are in a list that the view model's JSON does not contain: /names."

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { name in Field(name, "Name", .options(in: \.names)) }
    }
}

private struct Row: Codable {
    var id: Number
    var label: String

    struct Number: RawRepresentable, Codable, Hashable { var rawValue: String }
}

private struct ThroughRawValue: ControlledScreen {
    static let first = ThroughRawValue()
    var rows: [Row] = []
    enum Action: Codable { case save(name: String) }

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { name in
            Field(name, "Name", .options(in: \.rows, value: \.id.rawValue, label: \.label))
        }
    }
}

private struct RowThroughRawValue: ControlledScreen {
    static let first = RowThroughRawValue()
    var rows: [Row] = []
    enum Action: Codable { case save(name: String) }
    static var controls: Controls<Self> { Control(Action.save, "Save", on: .row(of: \.rows, \.id.rawValue)) }
}

private struct BadPattern: ControlledScreen {
    static let first = BadPattern()
    enum Action: Codable { case save(name: String) }
    static var controls: Controls<Self> { Control(Action.save, "Save") { name in Field(name, "Name", .pattern("[")) } }
}

private struct SlowPattern: ControlledScreen {
    static let first = SlowPattern()
    enum Action: Codable { case save(name: String) }
    static var controls: Controls<Self> {
        Control(Action.save, "Save") { name in Field(name, "Name", .pattern("(a+)+$")) }
    }
}

private struct LongPattern: ControlledScreen {
    static let first = LongPattern()
    enum Action: Codable { case save(name: String) }
    static var controls: Controls<Self> {
        Control(Action.save, "Save") { name in Field(name, "Name", .pattern("a*"), .length(...1_001)) }
    }
}

private struct EmptyMessage: ControlledScreen {
    static let first = EmptyMessage()
    enum Action: Codable { case save(name: String) }
    static var controls: Controls<Self> {
        Control(Action.save, "Save") { name in Field(name, "Name", .length(1..., message: "")) }
    }
}

private struct TwoFormats: ControlledScreen {
    static let first = TwoFormats()
    enum Action: Codable { case save(name: String) }
    static var controls: Controls<Self> {
        Control(Action.save, "Save") { name in Field(name, "Name", .email, .multiline) }
    }
}

private struct BadStep: ControlledScreen {
    static let first = BadStep()
    enum Action: Codable { case save(age: Int) }
    static var controls: Controls<Self> { Control(Action.save, "Save") { age in Field(age, "Age", .step(0)) } }
}

private struct BadCurrency: ControlledScreen {
    static let first = BadCurrency()
    enum Action: Codable { case save(fare: Int) }

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { fare in Field(fare, "Fare", .money(currency: "euro")) }
    }
}
