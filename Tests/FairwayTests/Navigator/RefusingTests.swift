import Fairway
import FairwayTesting
import Testing

struct RefusingTests {
    @Test(
        arguments: [
            (.enter(name: ""), ["/params/name required Give a name."]),
            (.enter(name: "a"), ["/params/name too-short Write it out."]),
            (.send(Booth.Address()), ["/params/value/street required Give a street."]),
            (.move(to: Booth.Address(lines: ["a", ""]), note: nil), ["/params/to/lines/1 required Fill the line."]),
            (.move(to: Booth.Address(), note: "x"), ["/params/note pattern Leave it out."]),
            (.leave, ["/params no-adult Children do not travel alone."]),
        ] as [(Booth.Page.Action, [String])]
    )
    func refusalPointsToItsParameter(_ action: Booth.Page.Action, _ errors: [String]) async throws {
        #expect(try await refusal(of: action) == errors)
    }

    @Test func refusalsAreReportedTogether() async throws {
        let errors = try await refusal(of: .register(name: "", ages: [3, -1, -2], isKnown: false))
        #expect(
            errors == [
                "/params/name required Give a name.", "/params/ages/1 too-small Ages start at 0.",
                "/params/ages/2 too-small Ages start at 0.", "/params/ages out-of-range Bring an adult.",
            ]
        )
    }

    @Test func refusalsMayAwait() async throws {
        let errors = try await refusal(of: .register(name: "Ada", ages: [30], isKnown: true))
        #expect(errors == ["/params/name taken There is one of that name."])
    }

    @Test func handlerContinuesWithoutRefusals() async throws {
        let tester = try await FlowTester(Booth())
        try await tester.send(.register(name: "Ada", ages: [30], isKnown: false), on: Booth.Page.self)
        #expect(tester.output == "Ada")
    }

    @Test(arguments: [
        ("nickname", "which has only name, ages, isKnown"), ("name/first", "which has only name, ages, isKnown"),
        ("ages/first", "which has only name, ages, isKnown"),
    ])
    func unknownParameterFailsTheChange(_ name: String, _ reason: String) async throws {
        let tester = try await FlowTester(Booth(names: name))
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.register(name: "", ages: [], isKnown: false), on: Booth.Page.self)
        }
        #expect(problem?.code == .flowFailed)
        let sentence = "a flow rejects the parameter “\(name)” of Booth.Page.register, \(reason): name a parameter"
        #expect(problem?.detail?.contains(sentence) == true, "\(problem?.detail ?? "")")
    }

    @Test func actionWithoutParametersHasNoneToRefuse() async throws {
        let tester = try await FlowTester(Booth(names: "name"))
        let problem = await #expect(throws: Problem.self) { try await tester.send(.leave, on: Booth.Page.self) }
        #expect(problem?.detail?.contains("of Booth.Page.leave, which has no parameters") == true)
    }

    /// The name is taken as the code, because codes may be literals.
    @Test func refusalWithoutACodeFailsTheChange() async throws {
        let tester = try await FlowTester(Booth())
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.forget(name: ""), on: Booth.Page.self)
        }
        #expect(problem?.code == .flowFailed)
        let sentence = "which is one of its parameters: write nav.reject(“name”, code, message)."
        #expect(problem?.detail?.contains(sentence) == true, "\(problem?.detail ?? "")")
    }

    /// A type may decode in a way that reveals nothing about its members.
    @Test func everyNameFitsAHandwrittenParameter() async throws {
        #expect(try await refusal(of: .open(Booth.Opaque(text: "x"))) == ["/params/value/anything step No."])
    }

    @Test func startIsRefusedByItsInput() async throws {
        await #expect {
            _ = try await FlowTester(Booth(names: "input"))
        } throws: { error in
            (error as? Problem)?.errors == [FieldError("/input/names", "not-an-option", detail: "Not that.")]
        }
        await #expect {
            _ = try await FlowTester(Booth(names: "no input"))
        } throws: { error in
            (error as? Problem)?.detail?.contains("of the input of Booth, which has only names") == true
        }
    }

    @Test func signalIsRefusedByItsParameters() async throws {
        let tester = try await FlowTester(Booth())
        let refusal = await #expect(throws: Problem.self) { try await tester.signal(Booth.Closed(reason: "")) }
        #expect(refusal?.errors == [FieldError("/params/reason", "required", detail: "Say why.")])
        let mistake = await #expect(throws: Problem.self) { try await tester.signal(Booth.Closed(reason: "late")) }
        #expect(mistake?.detail?.contains("of the signal Booth.Closed, which has only reason") == true)
    }

    @Test func backGestureIsRefusedAsAWhole() async throws {
        let whole = try await FlowTester(Booth())
        let refusal = await #expect(throws: Problem.self) { try await whole.goBack() }
        #expect(refusal?.errors == [FieldError("/params", "locked", detail: "The door is locked.")])
        #expect(refusal?.detail == "The door is locked.")
        let named = try await FlowTester(Booth(names: "name"))
        let mistake = await #expect(throws: Problem.self) { try await named.goBack() }
        #expect(mistake?.detail?.contains("of a change of the kind “back”, which has no parameters") == true)
    }

    private func refusal(of action: Booth.Page.Action) async throws -> [String] {
        let tester = try await FlowTester(Booth())
        let problem = await #expect(throws: Problem.self) { try await tester.send(action, on: Booth.Page.self) }
        #expect(problem?.code == .rejected)
        return problem?.errors.map { "\($0.pointer) \($0.code) \($0.detail ?? "")" } ?? []
    }
}

extension Refusal.Code {
    fileprivate static let noAdult: Self = "no-adult"
}

/// Refuses whatever it can.
struct Booth: FlowController {
    typealias Output = String

    /// A name to refuse instead of the usual one.
    var names: String?

    struct Input: Codable { var names: String? }

    init(names: String? = nil) { self.names = names }

    init(_ input: Input) { names = input.names }

    func start(_ nav: Navigator<Self>) throws {
        if names == "input" { try nav.reject("names", .notAnOption, "Not that.") }
        if names == "no input" { try nav.reject("input", .notAnOption, "Not that.") }
        nav.show(Page())
    }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in try await flow.act(action, nav) }
        on(back: Page.self) { flow, gesture, nav in
            if let name = flow.names { try nav.reject(name, "locked", "The door is locked.") }
            try nav.reject("locked", "The door is locked.")
        }
        on(signal: Closed.self) { flow, signal, nav in
            guard !signal.reason.isEmpty else { try nav.reject("reason", .required, "Say why.") }
            try nav.reject("cause", .format, "Say it otherwise.")
        }
    }

    private func act(_ action: Page.Action, _ nav: Navigator<Self>) async throws {
        if let names { try nav.reject(names, .required, "Give it.") }
        switch action {
        case .enter(let name):
            guard !name.isEmpty else { try nav.reject("name", .required, "Give a name.") }
            try nav.reject("name", .tooShort, "Write it out.")
        case .send: try nav.reject("value/street", .required, "Give a street.")
        case .move(let address, let note):
            try nav.reject {
                for (index, line) in address.lines.enumerated() {
                    if line.isEmpty { Refusal("to/lines/\(index)", .required, "Fill the line.") }
                }
                switch note {
                case _?: Refusal("note", .pattern, "Leave it out.")
                case nil: []
                }
            }
        case .register(let name, let ages, let isKnown):
            try nav.reject {
                if name.isEmpty { Refusal("name", .required, "Give a name.") }
                for (index, age) in ages.enumerated() where age < 0 {
                    Refusal("ages/\(index)", .tooSmall, "Ages start at 0.")
                }
                adult(among: ages)
            }
            try await nav.reject {
                if await isTaken(isKnown) { Refusal("name", "taken", "There is one of that name.") }
            }
            nav.finish(name)
        case .open: try nav.reject("value/anything", .step, "No.")
        case .forget: try nav.reject("name", "Give a name.")
        case .leave: try nav.reject(.noAdult, "Children do not travel alone.")
        }
    }

    private func adult(among ages: [Int]) -> [Refusal] {
        ages.contains { $0 >= 18 } ? [] : [Refusal("ages", "out-of-range", "Bring an adult.")]
    }

    private func isTaken(_ isKnown: Bool) async -> Bool {
        await Task.yield()
        return isKnown
    }

    struct Closed: Signal { var reason: String }

    struct Address: Codable {
        var street = ""
        var lines: [String] = []
    }

    /// Decodes from any JSON.
    struct Opaque: Codable {
        var text: String

        init(text: String) { self.text = text }
        init(from decoder: any Decoder) throws { text = "\(try decoder.singleValueContainer().decode(JSONValue.self))" }
        func encode(to encoder: any Encoder) throws {
            try JSONValue.object(["text": .string(text)]).encode(to: encoder)
        }
    }

    struct Page: Screen {
        enum Action: Codable {
            case enter(name: String)
            case send(Address)
            case move(to: Address, note: String?)
            case register(name: String, ages: [Int], isKnown: Bool)
            case open(Opaque)
            case forget(name: String)
            case leave
        }
    }
}
