import Fairway
import FairwayTesting
import FairwayWire
import Testing

/// Tests derived screens (see "Derived screens" in `docs/flows/screens.md`).
struct DerivedScreenTests {
    typealias List = Notebook.List
    typealias NotePage = Notebook.NotePage

    static func notebook(
        _ notebook: Notebook = Notebook(),
        _ thermometer: Thermometer = Thermometer()
    ) async throws -> FlowTester<Notebook> {
        try await FlowTester(notebook) {
            Flow(WriteNote())
            Flow(ReadNote())
            Service(Thermometer.self) { _ in thermometer }
        }
    }

    @Test func screenFollowsTheStateOfItsFlow() async throws {
        let tester = try await Self.notebook()
        try await tester.send(.add(text: "four"), on: List.self)
        #expect(try tester.screen(as: List.self).texts == ["one", "two", "three", "four"])
        #expect(tester.moves.map(\.move) == [.refresh])
    }

    @Test func derivedScreenWithEqualBytesCausesNoMove() async throws {
        let tester = try await Self.notebook()
        try await tester.send(.nothing, on: List.self)
        #expect(tester.moves.isEmpty)
        #expect(tester.state.revision == 2)
        try await tester.refresh()
        #expect(tester.state.revision == 2)
    }

    @Test func modalThatLeavesBringsWhatItCoveredUpToDate() async throws {
        let tester = try await Self.notebook()
        try await tester.send(.write, on: List.self)
        try await tester.send(.save(text: "nine"), on: WriteNote.Form.self)
        #expect(try tester.screen(as: List.self).texts.last == "nine")
        #expect(tester.moves.map(\.move) == [.dismiss])
    }

    @Test func hiddenScreenIsNotMade() async throws {
        let tester = try await Self.notebook()
        try await tester.send(.open(id: 1), on: List.self)
        // The list would throw.
        try await tester.send(.unlist, on: NotePage.self)
        let problem = await #expect(throws: Problem.self) { try await tester.goBack() }
        #expect(problem?.code == .flowFailed)
        #expect(tester.screen is NotePage)
        try await tester.send(.list, on: NotePage.self)
        try await tester.goBack()
        #expect(tester.screen is List)
    }

    @Test func throwingClosureChangesNothing() async throws {
        let tester = try await Self.notebook()
        let problem = await #expect(throws: Problem.self) { try await tester.send(.unlist, on: List.self) }
        #expect(problem?.code == .flowFailed)
        #expect(tester.flow?.isUnlisted == false)
        #expect(tester.state.revision == 1)
    }

    @Test func screensOfOneTypeAreDistinguishedByTheirParameter() async throws {
        let tester = try await Self.notebook()
        try await tester.send(.open(id: 1), on: List.self)
        try await tester.send(.open(id: 2), on: NotePage.self)
        try await tester.send(.open(id: 2), on: NotePage.self)
        #expect(tester.navigation?.screens.count == 4)
        try await tester.send(.rename(text: "zwei"), on: NotePage.self)
        #expect(try tester.screen(as: NotePage.self).text == "zwei")
        try await tester.send(.goBack(id: 1), on: NotePage.self)
        #expect(try tester.screen(as: NotePage.self).text == "one")
        #expect(tester.navigation?.screens.count == 2)
        let problem = await #expect(throws: Problem.self) { try await tester.send(.goBack(id: 2), on: NotePage.self) }
        #expect(problem?.code == .cannotGoBack)
    }

    @Test func showingWhatIsGoneIsRefused() async throws {
        let tester = try await Self.notebook()
        let problem = await #expect(throws: Problem.self) { try await tester.send(.open(id: 7), on: List.self) }
        #expect(problem?.code == .rejected)
        #expect(problem?.errors.map(\.code) == ["gone"])
    }

    @Test func showingWhatIsGoneIsRefusedForAParameterOfThatName() async throws {
        let tester = try await Self.notebook()
        let problem = await #expect(throws: Problem.self) { try await tester.send(.openGone(gone: 7), on: List.self) }
        #expect(problem?.code == .rejected)
        #expect(problem?.errors.map { "\($0.pointer) \($0.code)" } == ["/params gone"])
    }

    /// Pages 2 and 2 leave one after the other, because each is made when it comes into view.
    @Test func screenLeavesWhenItIsMadeAndGone() async throws {
        let tester = try await Self.notebook()
        try await tester.send(.open(id: 1), on: List.self)
        try await tester.send(.open(id: 2), on: NotePage.self)
        try await tester.send(.open(id: 2), on: NotePage.self)
        try await tester.send(.delete, on: NotePage.self)
        #expect(try tester.screen(as: NotePage.self).id == 1)
        // The covered page 2 has left before it appeared.
        #expect(tester.flow?.log == ["+one", "-one", "+two", "-two", "+two", "-two", "+one"])
        try await tester.send(.deleteAll, on: NotePage.self)
        #expect(try tester.screen(as: List.self).texts.isEmpty)
        #expect(tester.flow?.log.dropFirst(7) == ["-one"])
    }

    @Test func flowLeftEmptyIsDismissed() async throws {
        let tester = try await Self.notebook()
        try await tester.send(.read(id: 2), on: List.self)
        #expect(tester.hierarchy == "Notebook: Notebook.List\n  ReadNote: Notebook.NotePage")
        try await tester.send(.delete, on: NotePage.self)
        #expect(tester.hierarchy == "Notebook: Notebook.List")
        #expect(tester.flow?.log.last == "dismissed")
        #expect(try tester.screen(as: List.self).texts == ["one", "three"])
    }

    @Test func onlyScreenThatIsGoneFailsTheChange() async throws {
        let tester = try await FlowTester(Only())
        let problem = await #expect(throws: Problem.self) { try await tester.send(.leave, on: Only.Page.self) }
        #expect(problem?.code == .flowFailed)
        #expect(problem?.detail?.contains("nothing is left to show") == true)
    }

    @Test func handlersGetTheScreenAsTheUserSawItAndAppearGetsItFresh() async throws {
        let thermometer = Thermometer()
        let tester = try await Self.notebook(Notebook(), thermometer)
        try await tester.send(.report, on: List.self)
        thermometer.degrees = 25
        try await tester.send(.look, on: Notebook.Report.self)
        #expect(tester.flow?.log == ["+20°", "seen 20"])
        #expect(try tester.screen(as: Notebook.Report.self).degrees == 25)
        try await tester.send(.open(id: 1), on: Notebook.Report.self)
        thermometer.degrees = 30
        try await tester.goBack()
        #expect(tester.flow?.log == ["+20°", "seen 20", "seen 25", "+one", "-one", "+30°"])
    }

    @Test func screenWithAParameterAndAContextIsMadeInEveryChangeAndLeavesWhenItIsGone() async throws {
        let thermometer = Thermometer()
        let tester = try await Self.notebook(Notebook(), thermometer)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.measure(offset: -20), on: List.self)
        }
        #expect(problem?.errors.map(\.code) == ["gone"])
        try await tester.send(.measure(offset: 1), on: List.self)
        try await tester.send(.look, on: Notebook.Reading.self)
        thermometer.degrees = 25
        try await tester.send(.look, on: Notebook.Reading.self)
        #expect(tester.flow?.log == ["read 21", "read 21"])
        #expect(tester.moves.map(\.move) == [.refresh])
        #expect(try tester.screen(as: Notebook.Reading.self).degrees == 26)
        thermometer.degrees = -1
        try await tester.refresh()
        #expect(tester.screen is List)
        #expect(tester.moves.map(\.move) == [.pop])
    }

    @Test func screenWithAContextIsMadeInEveryChangeAndByRefresh() async throws {
        let thermometer = Thermometer()
        let tester = try await Self.notebook(Notebook(), thermometer)
        try await tester.send(.report, on: List.self)
        try await tester.refresh()
        #expect(tester.state.revision == 2)
        thermometer.degrees = 30
        try await tester.refresh()
        #expect(tester.state.revision == 3)
        #expect(tester.moves.map(\.move) == [.refresh])
        #expect(try tester.screen(as: Notebook.Report.self).degrees == 30)
        thermometer.degrees = nil
        await #expect(throws: Problem.self) { try await tester.refresh() }
        #expect(tester.state.revision == 3)
    }

    @Test func flowAboveDeclaresWhatBothHalvesShow() async throws {
        let tester = try await FlowTester(WideNotebook()) {
            Flow(WideNotebook.ListHalf())
            Flow(WideNotebook.PageHalf())
        }
        try await tester.send(.add(text: "two"), on: List.self)
        try await tester.send(.open(id: 1), on: List.self)
        #expect(try tester.screen(as: WideNotebook.Half.self).text == "two")
        tester.clock.advance(by: 60)
        try await tester.send(.rename(text: "zwei"), on: WideNotebook.Half.self)
        #expect(tester.moves.map(\.move) == [.refresh, .refresh])
        let half = try await tester.engine.inspect(tester.session).rows.flows.first { $0.flow.hasSuffix("ListHalf") }
        #expect(half?.touchedAt == tester.clock.now)
        tester.clock.advance(by: 60)
        try await tester.send(.nothing, on: List.self)
        let later = try await tester.engine.inspect(tester.session).rows.flows.first { $0.flow.hasSuffix("ListHalf") }
        #expect(later == half, "equal bytes are not stored")
    }

    @Test func hiddenTabIsMadeWhenItIsSelected() async throws {
        let tester = try await FlowTester(TabbedNotebook()) {
            Flow(WideNotebook.ListHalf())
            Flow(WideNotebook.PageHalf())
        }
        try await tester.select("page")
        #expect(try tester.screen(as: WideNotebook.Half.self).text == "one")
        try await tester.select("list")
        try await tester.send(.add(text: "bad"), on: List.self)
        await #expect(throws: Problem.self) { try await tester.select("page") }
        try await tester.send(.add(text: "good"), on: List.self)
        try await tester.select("page")
        #expect(try tester.screen(as: WideNotebook.Half.self).text == "good")
    }

    @Test func flowAboveDoesNotChangeAScreenThatWasShownAsAValue() async throws {
        let tester = try await FlowTester(Above()) { Flow(Above.Below()) }
        #expect(try tester.screen(as: Above.Page.self).text == "own")
        try await tester.send(.look, on: Above.Page.self)
        #expect(try tester.screen(as: Above.Page.self).text == "own")
    }

    @Test func linkOpensDerivedScreens() async throws {
        let app = App(initial: Stage(.show("A"))) {
            Flow(Puppet())
            Flow(Notebook())
            Flow(WriteNote())
            Flow(ReadNote())
            Service(Thermometer.self) { _ in Thermometer() }
            Link("/notes/:id") { link, nav in
                let id = Int(try link["id"]) ?? 0
                nav.chain {
                    Notebook()
                    ChainLink.screen(NotePage.self, for: id)
                    List.self
                }
            }
        }
        let tester = try await FlowTester(Stage(.show("A")), in: app, link: "/notes/2")
        #expect(tester.hierarchy.hasSuffix("Notebook: Notebook.List, Notebook.NotePage, Notebook.List"))
        let problem = await #expect(throws: Problem.self) { try await tester.open(link: "/notes/7") }
        #expect(problem?.errors.map(\.code) == ["gone"])
    }

    private struct Only: FlowController {
        var isGone = false

        func start(_ nav: Navigator<Self>) { nav.show(Page.self, for: 1) }

        static var routes: Routes<Self> {
            shows(Page.self, for: Int.self) { flow, _ in flow.isGone ? nil : Page() }
            on(Page.self) { flow, action, nav in flow.isGone = true }
        }

        struct Page: Screen { enum Action: Codable { case leave } }
    }

    private struct Above: FlowController {
        typealias Output = Done
        var looks = 0

        func start(_ nav: Navigator<Self>) { nav.start(Below()) }

        static var routes: Routes<Self> {
            shows(Page.self) { flow in Page(text: "derived \(flow.looks)") }
            on(Page.self) { flow, action, nav in flow.looks += 1 }
        }

        struct Page: Screen {
            var text: String
            enum Action: Codable { case look }
        }

        struct Below: FlowController {
            typealias Output = Done
            func start(_ nav: Navigator<Self>) { nav.show(Page(text: "own")) }
        }
    }
}
