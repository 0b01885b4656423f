import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Fairway

/// The engine enforces the rules of controls before the handler runs (`protocol.md`, section 5).
struct ControlRuleTests {
    @Test(
        arguments: [
            (#"{"name":"Ada","email":"ada@example.org","cabin":"inside"}"#, []),
            (#"{"name":"Ada","email":"ada@example.org","cabin":"inside","age":null,"more":1}"#, []),
            (#"{}"#, ["name required", "email required", "cabin required"]),
            (#"{"name":null,"email":"a@b","cabin":"outside"}"#, ["name required"]),
            (#"{"name":"","email":"","cabin":""}"#, ["name too-short", "email format", "cabin not-an-option"]),
            (#"{"name":"Ada Lovelace","email":"a@b","cabin":"inside"}"#, ["name too-long"]),
            (
                #"{"name":5,"email":true,"cabin":1}"#,
                ["name type-mismatch", "email type-mismatch", "cabin not-an-option"]
            ),
            (#"{"name":"A","email":"a@b","cabin":"inside","age":-1}"#, ["age too-small"]),
            (#"{"name":"A","email":"a@b","cabin":"inside","age":121}"#, ["age too-large"]),
            (#"{"name":"A","email":"a@b","cabin":"inside","age":1.5}"#, ["age type-mismatch"]),
            (#"{"name":"A","email":"a@b","cabin":"inside","age":"1"}"#, ["age type-mismatch"]),
            (#"{"name":"A","email":"a@b","cabin":"inside","age":1e400}"#, ["age too-large"]),
            (#"{"name":"A","email":"a@b","cabin":"inside","age":1e60}"#, ["age too-large"]),
            (#"{"name":"A","email":"a@b","cabin":"inside","age":-1e60}"#, ["age too-small"]),
            (#"{"name":"A","email":"a@b","cabin":"inside","age":1e-60}"#, ["age type-mismatch"]),
            (#"{"name":"A","email":"a@b","cabin":"inside","age":12e1}"#, []),
            // Nine code points, and one character.
            (#"{"name":"👩‍👩‍👧‍👧xy","email":"a@b","cabin":"inside"}"#, []),
        ] as [(String, [String])]
    )
    func saveHasAnErrorForEachField(_ params: String, errors: [String]) async throws {
        try await expect("save", params, errors)
    }

    @Test(
        arguments: [
            (#"{"weight":0.5,"fare":0.1,"code":"AB12"}"#, []),
            (#"{"weight":0.25,"fare":0.1,"code":"AB12"}"#, ["weight step"]),
            (#"{"weight":1.5,"fare":0.001,"code":"AB12"}"#, ["fare too-small"]),
            (#"{"weight":1,"fare":0.105,"code":"AB12"}"#, ["fare step"]),
            (#"{"weight":1,"fare":1e2,"code":"AB12"}"#, []),
            (#"{"weight":1e300,"fare":1,"code":"AB12"}"#, ["weight too-large"]),
            (#"{"weight":-1e300,"fare":1,"code":"AB12"}"#, ["weight too-small"]),
            (#"{"weight":1,"fare":1,"code":"xAB12"}"#, ["code pattern"]),
            (#"{"weight":1,"fare":1,"code":"AB12\n"}"#, ["code pattern"]),
            (#"{"weight":1,"fare":1,"code":"AB١٢"}"#, ["code pattern"]),
        ] as [(String, [String])]
    )
    func numbersAndPatternsAreChecked(_ params: String, errors: [String]) async throws {
        try await expect("weigh", params, errors)
    }

    /// Without a rule, the values of the type are the limit.
    @Test(
        arguments: [
            (#"{"a/b":1,"small":127,"big":9223372036854775807,"ratio":1e308}"#, []),
            (
                #"{"a/b":1,"small":128,"big":9223372036854775808,"ratio":1e309}"#,
                ["small too-large", "big too-large", "ratio too-large"]
            ),
            (
                #"{"a/b":1,"small":-129,"big":-1e60,"ratio":-1e309}"#,
                ["small too-small", "big too-small", "ratio too-small"]
            ),
            (
                #"{"small":0.5,"big":"1","ratio":true}"#,
                ["a~1b required", "small type-mismatch", "big type-mismatch", "ratio type-mismatch"]
            ),
            (#"{"a/b":"x","small":0,"big":0,"ratio":0}"#, ["a~1b type-mismatch"]),
        ] as [(String, [String])]
    )
    func numbersBeyondTheirTypeAreReported(_ params: String, errors: [String]) async throws {
        let tester = try await FlowTester(ControlsFixture<Numbers>())
        #expect(try await tester.errors("count", params) == errors)
    }

    /// An integer amount is in the minor unit. The sentence has the unit that people type.
    @Test(
        arguments: [
            (#"{"euros":50,"yen":50}"#, []),
            (#"{"euros":49,"yen":49}"#, ["Enter 0.5 or more.", "Enter 50 or more."]),
            (#"{"euros":90005,"yen":52}"#, ["Enter 900 or less.", "Enter a multiple of 5."]),
            (#"{"euros":52,"yen":55.5}"#, ["Enter a multiple of 0.05.", "Enter a multiple of 1."]),
            (#"{"euros":50.5,"yen":"50"}"#, ["Enter a multiple of 0.01.", "Enter a number."]),
        ] as [(String, [String])]
    )
    func amountsInTheMinorUnitAreExplainedInTheMajorUnit(_ params: String, sentences: [String]) async throws {
        let tester = try await FlowTester(ControlsFixture<Fares>())
        let params = try RawJSON(validating: Array(params.utf8))
        do {
            try await tester.send("pay", params: params)
            #expect(sentences.isEmpty)
        } catch let problem as Problem {
            #expect(problem.errors.map(\.detail) == sentences)
        }
    }

    @Test func textWithAPatternIsLimited() async throws {
        let long = String(repeating: "A", count: 1_001)
        try await expect("weigh", #"{"weight":1,"fare":1,"code":"\#(long)"}"#, ["code too-long"])
    }

    @Test(
        arguments: [
            (#"{"address":{"street":"High Street"},"at":"2026-11-26T10:00:00Z","isFast":true}"#, []),
            (
                #"{"address":{"street":""},"at":"today","isFast":0}"#,
                ["address/street too-short", "at format", "isFast type-mismatch"]
            ),
            (#"{"at":1}"#, ["address/street required", "at type-mismatch", "isFast required"]),
            (#"{"address":"x","at":"2026-11-26T10:00:00Z","isFast":true}"#, ["address type-mismatch"]),
        ] as [(String, [String])]
    )
    func partsAndParametersWithoutAFieldAreChecked(_ params: String, errors: [String]) async throws {
        try await expect("send", params, errors)
    }

    @Test(
        arguments: [
            ("choose", #"{"sailing":"b","port":"Turku"}"#, []),
            ("choose", #"{"sailing":"c","port":"Oslo"}"#, ["sailing not-an-option", "port not-an-option"]),
            ("choose", #"{"sailing":"a","port":null}"#, []),
            ("edit", #"{"index":1}"#, []), ("edit", #"{"index":2}"#, ["index not-an-option"]),
            ("edit", #"{"index":-1}"#, ["index not-an-option"]), ("edit", #"{}"#, ["index required"]),
            ("rebook", #"{"sailing":"a","seats":9}"#, []),
            ("rebook", #"{"sailing":"x","seats":10}"#, ["sailing not-an-option", "seats too-large"]),
        ] as [(String, String, [String])]
    )
    func optionsAndRowsAreThoseOnTheScreen(_ action: String, _ params: String, errors: [String]) async throws {
        try await expect(action, params, errors)
    }

    /// The view model of the present revision counts, not the stored properties.
    @Test func optionsAreCheckedAgainstTheViewModel() async throws {
        let tester = try await FlowTester(ControlsFixture<Seats>())
        #expect(try await tester.errors("take", #"{"value":2}"#) == [])
        #expect(try await tester.errors("take", #"{"value":2.0}"#) == [])
        #expect(try await tester.errors("take", #"{"value":3}"#) == ["value not-an-option"])
        #expect(try await tester.errors("take", #"{"_0":1}"#) == [])
        #expect(try await tester.errors("take", #"{"_0":1,"value":3}"#) == ["value not-an-option"])
    }

    /// The rules are checked on `value`, so the handler must not get the other one.
    @Test func valueReplacesTheNameThatCodableGivesToIt() throws {
        let params = try RawJSON(validating: Array(#"{"value":1,"_0":3}"#.utf8))
        let action = try ActionReader<Seats.Action>(["take"]).read("take", params)
        #expect(action.value as? Seats.Action == .take(1))
    }

    @Test func refusedActionChangesNothingAndKeepsTheDraft() async throws {
        let tester = try await FlowTester(ControlsFixture<Rules>())
        let problem = await #expect(throws: Problem.self) {
            try await tester.send("save", params: .emptyObject, draft: ["name": "A"])
        }
        #expect(problem?.errors.first?.detail == "Fill this in.")
        #expect(problem?.state?.screen?.draft?.description == #"{"name":"A"}"#)
        #expect(tester.state.revision == 1)
        #expect(tester.flow?.handled == 0)
    }

    @Test(
        arguments: [
            ("choose", "{}", "sailing", "Choose one of the options."),
            (
                "send", #"{"address":{"street":"A"},"at":"today","isFast":true}"#, "at",
                "Enter a date and a time such as 2026-12-04T09:30:00Z."
            ),
            (
                "send", #"{"address":{"street":"A"},"at":1,"isFast":true}"#, "at",
                "Enter a date and a time such as 2026-12-04T09:30:00Z."
            ),
        ]
    )
    func violationTellsTheUserWhatToEnter(
        _ action: String,
        _ params: String,
        field: String,
        sentence: String
    ) async throws {
        let tester = try await FlowTester(ControlsFixture<Rules>())
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(action, params: try RawJSON(validating: Array(params.utf8)))
        }
        #expect(problem?.errors.first { $0.pointer == "/params/\(field)" }?.detail == sentence)
    }

    @Test func parametersThatAreNotAnObjectAreRefused() async throws {
        let tester = try await FlowTester(ControlsFixture<Rules>())
        let problem = await #expect(throws: Problem.self) {
            try await tester.send("save", params: RawJSON(known: Array("[]".utf8)))
        }
        #expect(problem?.errors == [FieldError("/params", "type-mismatch", detail: "This cannot be read.")])
    }

    /// Decoding is the last check. It gives no coder errors either.
    @Test func valueThatCannotBeDecodedIsExplained() async throws {
        try await expect("link", #"{"to":"https://example.org/","many":[1,"x"]}"#, ["many/1 type-mismatch"])
        try await expect("link", #"{"to":"example.org","many":[]}"#, ["to format"])
    }

    /// A guard is checked first.
    @Test func staleScreenIsReportedBeforeTheRules() async throws {
        let tester = try await FlowTester(ControlsFixture<Rules>())
        let problem = await #expect(throws: Problem.self) {
            try await tester.send("save", params: .emptyObject, on: "s99")
        }
        #expect(problem?.code == .staleScreen)
    }

    private func expect(
        _ action: String,
        _ params: String,
        _ errors: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let tester = try await FlowTester(ControlsFixture<Rules>())
        let found = try await tester.errors(action, params, sourceLocation: sourceLocation)
        #expect(found == errors, sourceLocation: sourceLocation)
        #expect(tester.flow?.handled == (errors.isEmpty ? 1 : 0), sourceLocation: sourceLocation)
    }
}

/// A screen with a rule of each kind.
struct Rules: ControlledScreen {
    static let first = Rules()
    var sailings = [Sailing(id: "a", name: "Morning"), Sailing(id: "b", name: "Evening")]
    var ports = ["Hanko", "Turku"]

    enum Action: Codable {
        case edit(index: Int)
        case save(name: String, email: String, age: Int?, cabin: Cabin)
        case weigh(weight: Double, fare: Decimal, code: String)
        case send(address: Address, at: Date, isFast: Bool)
        case choose(sailing: String, port: String?)
        case rebook(sailing: String, seats: Int)
        case link(to: String, many: [Int])
        case leave
    }

    enum Cabin: String, Choice {
        case inside, outside
        var label: Text { self == .inside ? "Inside" : "Outside" }
    }

    struct Sailing: Codable { var id: String, name: String }
    struct Address: Codable { var street: String, city: String? }

    static var controls: Controls<Self> {
        Control(Action.save, "Save", role: .primary) { name, email, age, cabin in
            Field(name, "Name", .length(1...9), hint: "As in the passport")
            Field(email, "E-mail", .email, .placeholder("ada@example.org"))
            Field(age, "Age", .range(0...120))
            Field(cabin, "Cabin")
        }
        Control(Action.weigh, "Weigh") { weight, fare, code in
            Field(weight, "Weight", .range(0...200), .step(0.5), .unit("kg"))
            Field(fare, "Fare", .money(currency: "EUR"), .range(0.01...), .step(0.01))
            Field(code, "Code", .pattern(#"[A-Z]{2}\d{2}"#))
        }
        Control(Action.send, "Send") { address, at, _ in
            Field(address.street, "Street", .length(1...))
            Field(at, "When", .dateTime)
        }
        Control(Action.choose, "Choose") { sailing, port in
            Field(sailing, "Sailing", .options(in: \.sailings, value: \.id, label: \.name))
            Field(port, "Port", .options(in: \.ports))
        }
        Control(Action.edit, "Edit", on: .row(of: \.sailings))
        Control(Action.rebook, "Rebook", role: .destructive, confirm: "Give up this one?", decline: "Keep it") {
            sailing,
            seats in
            Field(sailing, on: .row(of: \.sailings, \.id))
            Field(seats, "Seats", .range(1...9))
        }
        Control(Action.link, "Link") { to, _ in Field(to, "To", .url) }
    }
}

private struct Numbers: ControlledScreen {
    static let first = Numbers()

    enum Action: Codable {
        case count(slash: Int, small: Int8, big: Int, ratio: Double)
        enum CountCodingKeys: String, CodingKey { case slash = "a/b", small, big, ratio }
    }

    static var controls: Controls<Self> {
        Control(Action.count, "Count") { slash, small, _, _ in
            Field(slash, "Slash")
            Field(small, "Small")
        }
    }
}

private struct Fares: ControlledScreen {
    static let first = Fares()
    enum Action: Codable { case pay(euros: Int, yen: Int) }

    static var controls: Controls<Self> {
        Control(Action.pay, "Pay") { euros, yen in
            Field(euros, "Euros", .money(currency: "EUR"), .range(50...90_000), .step(5))
            Field(yen, "Yen", .money(currency: "JPY"), .range(50...), .step(5))
        }
    }
}

private struct Seats: ControlledScreen {
    static let first = Seats()
    enum Action: Codable, Equatable { case take(Int) }

    struct ViewModel: Codable {
        var free: [Seat]
        struct Seat: Codable { var number: Int, label: String }
    }

    func viewModel(in context: ScreenContext) -> ViewModel {
        ViewModel(free: [.init(number: 1, label: "One"), .init(number: 2, label: "Two")])
    }

    static var controls: Controls<Self> {
        Control(Action.take, "Take") { seat in
            Field(seat, "Seat", .options(in: \.free, value: \.number, label: \.label))
        }
    }
}
