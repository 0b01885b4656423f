import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// Input that clients pass when they start a flow.
struct InputTests {
    private let store = MemoryStore()
    private let engine: Engine

    init() throws {
        let app = App(initial: Entry()) {
            Flow(Claim())
            Flow(Titled("Given"))
            Flow(Delivery())
            Flow(Ticket())
            Link("/claim") { _, nav in nav.chain { Claim() } }
        }
        engine = try Engine(app, store: store, clock: ManualClock(), identifiers: CountedIdentifiers())
    }

    @Test(
        arguments: [
            (nil, #"{"isOpen":true}"#, nil), (nil, "{}", nil), (nil, #"{"isOpen":true}"#, "/claim"),
            ("InputTests.Claim", #"{"items":[{"price":-5}]}"#, nil),
            // An unlabelled initialiser is the app's own and does not declare input.
            ("InputTests.Titled", #""Forged""#, nil),
        ] as [(String?, String, String?)]
    )
    func flowWithoutDeclarationTakesNoInput(_ flow: String?, _ input: String, _ link: String?) async throws {
        let problem = try await start(flow, input, link: link).problem()
        #expect(problem.code == .invalidInput)
        #expect(problem.errors == [FieldError("/input", "not-accepted", detail: "This takes no input.")])
        #expect(engine.liveSessionCount == 0)
    }

    @Test func declaredInputCreatesTheFlow() async throws {
        let flow = try await delivery(#"{"to":{"name":"Ada"},"code":"1234"}"#)
        #expect(flow == Delivery(name: "Ada", code: "1234"))
    }

    @Test func memberThatIsNotDeclaredSetsNothing() async throws {
        let flow = try await delivery(#"{"to":{"name":"Ada"},"code":"1234","isPaid":true,"name":"Eve"}"#)
        #expect(flow == Delivery(name: "Ada", code: "1234"))
    }

    /// Otherwise a client could skip the rules and the initialiser.
    @Test func clientWithoutInputIsRefusedIfAMemberIsRequired() async throws {
        let problem = try await engine.start(StartRequest(flow: "InputTests.Delivery")).problem()
        #expect(problem.code == .invalidInput)
        let errors = problem.errors.map { "\($0.pointer) \($0.code)" }
        #expect(errors == ["/input/to/name required", "/input/code required"])
        #expect(engine.liveSessionCount == 0)
    }

    @Test(arguments: [nil, "{}", #"{"seat":null}"#])
    func clientWithoutInputPassesTheInitialiser(_ input: String?) async throws {
        let input = try input.map { try RawJSON(validating: Array($0.utf8)) }
        let state = try await engine.start(StartRequest(flow: "InputTests.Ticket", input: input)).state()
        #expect(try await engine.inspect(state.session).flows.first?.value as? Ticket == Ticket(seat: 1))
        let entry = try #require(try store.journal(state.session, after: 0, limit: 1).first)
        #expect((entry.params == nil) == (input == nil))
    }

    @Test func flowWithoutDeclarationStartsAsItsPrototype() async throws {
        let state = try await engine.start(StartRequest(flow: "InputTests.Titled")).state()
        let titled = try await engine.inspect(state.session).flows.first?.value as? Titled
        #expect(titled?.title == "Given")
    }

    /// Also with a link, which starts the initial flow.
    @Test(arguments: [nil, "InputTests.Delivery"], [nil, "/claim"])
    func initialFlowIsRefusedWithoutItsInput(_ flow: String?, _ link: String?) async throws {
        let app = App(initial: Delivery.Endless()) {
            Flow(Claim())
            Flow(Delivery())
            Link("/claim") { _, nav in nav.chain { Claim() } }
        }
        let engine = try Engine(app, store: MemoryStore())
        let problem = try await engine.start(StartRequest(flow: flow, link: link)).problem()
        #expect(problem.code == .invalidInput)
        #expect(problem.errors.first?.pointer.hasPrefix("/input/to") == true)
        let input = try RawJSON(validating: Array(#"{"to":{"name":"Ada"},"code":"1234"}"#.utf8))
        #expect(try await engine.start(StartRequest(flow: flow, input: input)).state().screen != nil)
    }

    @Test func appStartsAFlowWithAnyInitialiser() async throws {
        let tester = try await FlowTester(Delivery(name: "", code: ""))
        #expect(tester.flow == Delivery(name: "", code: ""))
    }

    @Test func ruleHoldsForAPartOfAnOptionalMember() async throws {
        let problem = try await start("InputTests.Ticket", #"{"holder":{"name":""}}"#).problem()
        #expect(problem.errors.map { "\($0.pointer) \($0.code)" } == ["/input/holder/name too-short"])
        #expect(try await start("InputTests.Ticket", #"{"holder":null}"#).state().screen != nil)
        #expect(try await start("InputTests.Ticket", #"{"holder":{"name":"Ada"}}"#).state().screen != nil)
    }

    @Test(arguments: [
        (#"{"to":{"name":""},"code":"1234"}"#, ["/input/to/name too-short"]),
        (#"{"to":{"name":"Ada"},"code":"12"}"#, ["/input/code pattern"]),
        (#"{"to":{"name":"Ada"},"code":"1234","weight":0}"#, ["/input/weight too-small"]),
        (#"{"to":{"name":"Ada"},"code":"1234","speed":"warp"}"#, ["/input/speed not-an-option"]),
        (#"{"to":{"name":5},"code":"1234"}"#, ["/input/to/name type-mismatch"]),
        (#"{"code":"1234"}"#, ["/input/to/name required"]),
        (#"{}"#, ["/input/to/name required", "/input/code required"]),
        (#"{"to":{"name":"Ada"},"code":"1234","tags":[1]}"#, ["/input/tags/0 type-mismatch"]),
        ("[]", ["/input type-mismatch"]), ("5", ["/input type-mismatch"]), (#""x""#, ["/input type-mismatch"]),
    ])
    func inputThatBreaksARuleIsRefused(_ input: String, _ errors: [String]) async throws {
        let problem = try await start("InputTests.Delivery", input).problem()
        #expect(problem.code == .invalidInput)
        #expect(problem.errors.map { "\($0.pointer) \($0.code)" } == errors)
        #expect(problem.errors.allSatisfy { $0.detail != nil })
    }

    @Test func initialiserRefusesLikeAHandler() async throws {
        let problem = try await start("InputTests.Delivery", #"{"to":{"name":"Nobody"},"code":"1234"}"#).problem()
        #expect(problem.code == .rejected)
        #expect(problem.errors == [FieldError("/input/to/name", "gone", detail: "Nobody lives here.")])
        #expect(engine.liveSessionCount == 0)
    }

    @Test func journalMasksSensitiveInput() async throws {
        let state = try await start("InputTests.Delivery", #"{"to":{"name":"Ada"},"code":"1234"}"#).state()
        let entry = try #require(try store.journal(state.session, after: 0, limit: 1).first)
        let params = try JSON.decode(JSONValue.self, from: try #require(entry.params).bytes)
        #expect(params["code"] == "•••")
        #expect(params["to"]?["name"] == "Ada")
    }

    @Test func journalRecordsInputAndLink() async throws {
        let started = try await start("InputTests.Delivery", #"{"to":{"name":"Ada"},"code":"1234"}"#, link: "/claim")
        let entry = try #require(try store.journal(try started.state().session, after: 0, limit: 1).first)
        let params = try JSON.decode([String: JSONValue].self, from: try #require(entry.params).bytes)
        #expect(params.keys.sorted() == ["input", "link"])
        #expect(params["link"] == "/claim")
    }

    @Test func catalogHasTheRulesOfTheInput() async throws {
        let flows = await engine.catalog().flows
        #expect(flows.filter { $0.input != nil }.map(\.name) == ["InputTests.Delivery", "InputTests.Ticket"])
        let input = try #require(flows.lazy.compactMap(\.input).first?["properties"])
        #expect(input["to"]?["properties"]?["name"]?["maxLength"] == 20)
        #expect(input["code"]?["pattern"] == "^(?:[0-9]{4})$")
        #expect(input["code"]?["writeOnly"] == true)
        #expect(input["weight"]?["minimum"] == 1)
    }

    @Test func ruleThatCannotHoldStopsTheStart() {
        #expect(throws: Mistake("InputTests.Empty.inputRules: the member title has no possible length.")) {
            try Engine(App(initial: Empty()), store: store)
        }
        #expect(
            throws: Mistake(
                "InputTests.Computed.inputRules: a rule is for a member that the input's JSON does not contain."
            )
        ) {
            try Engine(App(initial: Computed()), store: store)
        }
    }

    private func delivery(_ input: String) async throws -> Delivery? {
        let state = try await start("InputTests.Delivery", input).state()
        return try await engine.inspect(state.session).flows.first?.value as? Delivery
    }

    private func start(_ flow: String?, _ input: String, link: String? = nil) async throws -> Answer {
        let input = try RawJSON(validating: Array(input.utf8))
        return await engine.start(StartRequest(flow: flow, input: input, link: link))
    }
}

extension InputTests {
    struct Shown: Screen {}

    private struct Entry: FlowController {
        var isOpen = false
        func start(_ nav: Navigator<Self>) { nav.show(Shown()) }
    }

    private struct Claim: FlowController {
        struct Item: Codable { var price: Int }
        var items: [Item] = []
        func start(_ nav: Navigator<Self>) { nav.show(Shown()) }
    }

    private struct Titled: FlowController {
        var title: String
        init(_ title: String) { self.title = title }
        func start(_ nav: Navigator<Self>) { nav.show(Shown()) }
    }

    private struct Delivery: FlowController, Equatable {
        typealias Output = Done

        var name = "nobody"
        var code = ""
        var isPaid = false

        enum Speed: String, Codable, CaseIterable { case slow, fast }

        struct Input: Codable {
            struct Person: Codable { var name: String }
            var to: Person
            var code: Sensitive<String>
            var weight: Double?
            var speed: Speed?
            var tags: [String]?
        }

        init(name: String = "nobody", code: String = "") { (self.name, self.code) = (name, code) }

        init(_ input: Input) throws {
            guard input.to.name != "Nobody" else { throw Refusal("to/name", .gone, "Nobody lives here.") }
            (name, code) = (input.to.name, input.code.value)
        }

        /// An initial flow with the same input.
        struct Endless: FlowController {
            init() {}
            init(_ input: Delivery.Input) {}
            typealias Input = Delivery.Input
            func start(_ nav: Navigator<Self>) { nav.show(Shown()) }
        }

        static var inputRules: Fairway.Rules<Input> {
            Rule(\.to.name, .length(1...20))
            Rule(\.code, .pattern("[0-9]{4}"))
            Rule(\.weight, .range(1...))
        }

        func start(_ nav: Navigator<Self>) { nav.show(Shown()) }
    }

    /// An input without required members.
    private struct Ticket: FlowController, Equatable {
        typealias Output = Done
        var seat = 0

        struct Input: Codable {
            struct Person: Codable { var name: String }
            var seat: Int?
            var holder: Person?
        }

        init(seat: Int = 0) { self.seat = seat }
        init(_ input: Input) { seat = input.seat ?? 1 }

        static var inputRules: Fairway.Rules<Input> { Rule(\.holder?.name, .length(1...20)) }

        func start(_ nav: Navigator<Self>) { nav.show(Shown()) }
    }

    private struct Empty: FlowController {
        struct Input: Codable { var title: String }
        init() {}
        init(_ input: Input) {}
        static var inputRules: Fairway.Rules<Input> { Rule(\.title, .length(2...), .length(...1)) }
        func start(_ nav: Navigator<Self>) { nav.show(Shown()) }
    }

    private struct Computed: FlowController {
        struct Input: Codable {
            var title: String
            var short: String { String(title.prefix(3)) }
        }
        init() {}
        init(_ input: Input) {}
        static var inputRules: Fairway.Rules<Input> { Rule(\.short, .length(1...)) }
        func start(_ nav: Navigator<Self>) { nav.show(Shown()) }
    }
}
