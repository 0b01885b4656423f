import Fairway
import FairwayTesting
import FairwayWire
import Testing

/// Declarations of derived screens that contradict one another, and calls that contradict a declaration, are reported
/// with their fix.
struct DerivedMistakeTests {
    static let calls: [(Notebook.List.Action, String)] = [
        (.showValue, "Notebook.List is derived from the state of Notebook, and was shown as a value"),
        (
            .showWrongParameter,
            "Notebook declares shows(Notebook.NotePage.self, for: Int.self), and nav.show passed the type String: pass a "
                + "value of the type Int."
        ),
        (.showWithoutParameter, "and nav.show passed no parameter: pass a value of the type Int."),
        (
            .showWithParameter,
            "Notebook declares Notebook.List without a parameter, and nav.show passed the type Int: leave `for:` out."
        ),
        (.goBackToWrongParameter, "and nav.goBack passed the type String: pass a value of the type Int."),
        (.update, "Notebook.List is derived from a flow's state: read or change that state instead"),
        (.updateRequested, "Notebook.Report is derived from a flow's state: read or change that state instead"),
        (.updateHidden, "Notebook.Report is derived from a flow's state: read or change that state instead"),
        (.readList, "Notebook.List is derived from a flow's state: read or change that state instead"),
        (.readHidden, "Notebook.NotePage is derived from a flow's state: read or change that state instead"),
    ]

    @Test(arguments: calls)
    func callThatContradictsTheDeclarationFailsTheChange(
        _ action: Notebook.List.Action,
        says sentence: String
    ) async throws {
        let tester = try await DerivedScreenTests.notebook()
        let problem = await #expect(throws: Problem.self) { try await tester.send(action, on: Notebook.List.self) }
        #expect(problem?.code == .flowFailed)
        #expect(problem?.detail?.contains(sentence) == true, "\(problem?.detail ?? "no detail")")
    }

    @Test func screenThatNoFlowDeclaresFailsTheStart() async throws {
        let problem = await #expect(throws: Problem.self) { try await FlowTester(WideNotebook.ListHalf()) }
        let sentence = "neither WideNotebook.ListHalf nor a flow above it declares shows(Notebook.List.self)"
        #expect(problem?.detail?.contains(sentence) == true, "\(problem?.detail ?? "no detail")")
        let parameter = await #expect(throws: Problem.self) { try await FlowTester(ReadNote()) }
        #expect(parameter?.detail?.contains("declares shows(Notebook.NotePage.self, for: Int.self)") == true)
    }

    /// As with actions, the nearest declaration applies.
    @Test func nearestDeclarationHidesThatOfAParentFlow() async throws {
        let problem = await #expect(throws: Problem.self) { try await FlowTester(Above()) { Flow(Above.Below()) } }
        #expect(problem?.code == .flowFailed)
        #expect(
            problem?.detail?.contains(
                "Plain.self, for: Int.self), and nav.show passed no parameter: pass a value of the type Int."
            ) == true,
            "\(problem?.detail ?? "no detail")"
        )
    }

    @Test func contradictoryDeclarationsPreventTheStart() {
        expectMistake("has two routes for the same thing (shows of", TwoDeclarations())
        expectMistake("with `keep:`, which has state of its own, and shows(", KeptAndDerived())
        expectMistake("twice, by a step and by shows(", StepAndRoute())
        expectMistake("without a closure, and no flow declares shows(", Undeclared())
        expectMistake("without a closure, and no flow declares shows(", DeclaredWithParameter())
    }

    @Test func derivedScreenThatDiffersForTheSameStateFailsTheTest() async throws {
        try await withKnownIssue {
            _ = try await FlowTester(Dice())
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("Dice.Page differs each time it is made") }
        }
    }

    private func expectMistake<Initial: FlowController>(_ sentence: String, _ initial: Initial)
    where Initial.Output == Never {
        let mistake = #expect(throws: Mistake.self) { try Engine(App(initial: initial), store: MemoryStore()) }
        #expect(mistake?.description.contains(sentence) == true, "\(mistake?.description ?? "no mistake")")
    }

    private struct Plain: Screen { var text = "" }

    private struct Above: FlowController {
        func start(_ nav: Navigator<Self>) { nav.start(Below()) }
        static var routes: Routes<Self> { shows(Plain.self) { _ in Plain() } }

        struct Below: FlowController {
            typealias Output = Done
            func start(_ nav: Navigator<Self>) { nav.show(Plain.self) }
            static var routes: Routes<Self> { shows(Plain.self, for: Int.self) { _, _ in Plain() } }
        }
    }

    private struct TwoDeclarations: FlowController {
        func start(_ nav: Navigator<Self>) { nav.show(Plain.self) }

        static var routes: Routes<Self> {
            shows(Plain.self) { _ in Plain() }
            shows(Plain.self, for: Int.self) { _, number in Plain(text: "\(number)") }
        }
    }

    private struct KeptAndDerived: OrderedFlow {
        static var order: Order<Self> { step(Plain.self, keep: .retained) { _ in Plain() } }
        static var routes: Routes<Self> { shows(Plain.self) { _ in Plain() } }
    }

    private struct StepAndRoute: OrderedFlow {
        static var order: Order<Self> { step(Plain.self) { _ in Plain() } }
        static var routes: Routes<Self> { shows(Plain.self) { _ in Plain() } }
    }

    private struct Undeclared: OrderedFlow {
        static var order: Order<Self> { step(Plain.self) }
    }

    private struct DeclaredWithParameter: OrderedFlow {
        static var order: Order<Self> { step(Plain.self) }
        static var routes: Routes<Self> { shows(Plain.self, for: Int.self) { _, _ in Plain() } }
    }

    private struct Dice: FlowController {
        func start(_ nav: Navigator<Self>) { nav.show(Page.self) }
        static var routes: Routes<Self> { shows(Page.self) { _ in Page(number: .random(in: 0..<1_000_000_000)) } }
        struct Page: Screen { var number: Int }
    }
}
