import Fairway
import FairwayTesting
import Testing

/// Tests screens as clients see them (see `docs/flows/screens.md`).
struct ScreenTests {
    @Test func screenNameIsQualifiedWithoutItsModule() async throws {
        let tester = try await FlowTester(Weather()) { Service(Thermometer.self) { _ in Thermometer() } }
        #expect(tester.state.screen?.name == "Weather.Today")
        #expect(tester.state.screen?.flow == "Weather")
        #expect(tester.state.screen?.version == 3)
        #expect(tester.state.screen?.actions == ["refresh", "hide", "didPick"])
    }

    @Test func viewModelUsesServicesAndLocale() async throws {
        let tester = try await weather(Device(locale: "de"))
        #expect(try tester.viewModel(as: Weather.Today.ViewModel.self).text == "20° (de)")
        #expect(try tester.screen(as: Weather.Today.self).degreesAbove == 0)
    }

    @Test func refreshIsAChangeOnlyIfAViewModelDiffers() async throws {
        let thermometer = Thermometer()
        let tester = try await FlowTester(Weather()) { Service(Thermometer.self) { _ in thermometer } }
        try await tester.refresh()
        #expect(tester.state.revision == 1)
        #expect(tester.moves.isEmpty)
        thermometer.degrees = 25
        try await tester.refresh()
        #expect(tester.state.revision == 2)
        #expect(tester.moves.map(\.move) == [.refresh])
        #expect(try tester.viewModel(as: Weather.Today.ViewModel.self).text == "25° (en)")
        #expect(tester.journal.map(\.kind) == ["start", "refresh"])
    }

    @Test func refreshReportsEachChangedPaneOfASplitView() async throws {
        let thermometer = Thermometer()
        let tester = try await FlowTester(WeatherBesideWeather()) {
            Flow(Weather())
            Service(Thermometer.self) { _ in thermometer }
        }
        thermometer.degrees = 25
        try await tester.refresh()
        let panes = (tester.state.visible + [try #require(tester.state.screen)]).map(\.id)
        #expect(tester.moves.map(\.move) == [.refresh, .refresh])
        #expect(tester.moves.map(\.screen) == panes)
        #expect(Set(tester.moves.map(\.container)).count == 2)
        try await tester.send(.didPick(degrees: 3), on: Weather.Today.self)
        #expect(tester.moves.map(\.screen) == [panes[1]])
    }

    @Test func readingASessionRunsNoFlowCode() async throws {
        let thermometer = Thermometer()
        let tester = try await FlowTester(Weather()) { Service(Thermometer.self) { _ in thermometer } }
        thermometer.degrees = 25
        tester.engine.dropIdleSessions()
        let read = await tester.engine.state(tester.session, by: Caller(.app))
        #expect(String(decoding: read.body, as: UTF8.self).contains("20°"))
    }

    @Test func goingBackComputesTheViewModelAgain() async throws {
        let thermometer = Thermometer()
        let tester = try await FlowTester(Weather()) { Service(Thermometer.self) { _ in thermometer } }
        try await tester.send(.hide, on: Weather.Today.self)
        thermometer.degrees = 30
        try await tester.goBack()
        #expect(try tester.viewModel(as: Weather.Today.ViewModel.self).text == "30° (en)")
    }

    @Test func throwingViewModelFailsTheChange() async throws {
        let thermometer = Thermometer()
        let tester = try await FlowTester(Weather()) { Service(Thermometer.self) { _ in thermometer } }
        thermometer.degrees = nil
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.didPick(degrees: 1), on: Weather.Today.self)
        }
        #expect(problem?.code == .flowFailed)
        #expect(try tester.screen(as: Weather.Today.self).degreesAbove == 0)
    }

    @Test func unchangedViewModelCausesNoMove() async throws {
        let tester = try await weather(Device())
        try await tester.send(.didPick(degrees: 0), on: Weather.Today.self)
        #expect(tester.moves.isEmpty)
        #expect(tester.state.revision == 2)
    }

    @Test func nilIsEncodedAsNull() async throws {
        let tester = try await weather(Device())
        #expect(tester.state.screen?.viewModel.description == #"{"text":"20° (en)","warning":null}"#)
    }

    @Test func screenThatTheClientDoesNotSupportIsRejected() async throws {
        let tester = try await weather(Device(screens: ["Weather.Today": 3]))
        let problem = await #expect(throws: Problem.self) { try await tester.send(.hide, on: Weather.Today.self) }
        #expect(problem?.code == .unsupportedScreen)
        #expect(problem?.members["screen"] == "Weather.Curtain")
        #expect(tester.screen is Weather.Today)
        await #expect(throws: Problem.self) { try await weather(Device(screens: ["Weather.Today": 2])) }
    }

    @Test func flowCanCheckWhichScreensTheClientSupports() async throws {
        let tester = try await weather(Device(screens: ["Weather.Today": 9]))
        try await tester.send(.refresh, on: Weather.Today.self)
        #expect(try tester.screen(as: Weather.Today.self).degreesAbove == -1)
    }

    @Test func newDeviceDescriptionIsAChange() async throws {
        let tester = try await weather(Device(locale: "de"))
        try await tester.setDevice(Device(locale: "fr"))
        #expect(try tester.viewModel(as: Weather.Today.ViewModel.self).text == "20° (fr)")
        #expect(tester.journal.last?.kind == "device")
        #expect(tester.state.revision == 2)
    }

    @Test func deviceVariantReplacesAFlow() async throws {
        let app = App(initial: Stage(.show("x"))) {
            Flow(Puppet())
            Flow(Weather())
            Flow(WideWeather(note: "default"), as: Weather.self, for: .pad)
            Service(Thermometer.self) { _ in Thermometer() }
        }
        let tester = try await FlowTester(Weather(), in: app, device: Device(idiom: .pad))
        #expect(tester.flow == nil)
        #expect(tester.flow(of: WideWeather.self)?.note == "default")
        #expect(tester.state.screen?.flow == "Weather")
        let phone = try await FlowTester(Weather(), in: app, device: Device(idiom: .phone))
        #expect(phone.flow != nil)
    }

    @Test func sensitiveFlowStateIsMaskedForOperators() async throws {
        let tester = try await FlowTester(Vault(code: Sensitive("1234")))
        let tree = try await tester.engine.flowTree(tester.session).tree
        #expect(tree?.state.description.contains("1234") == false)
        #expect(tree?.state.description.contains("•••") == true)
        #expect("\(Sensitive("1234"))" == "•••")
        #expect(String(reflecting: Sensitive("1234")) == "•••")
    }

    @Test func screenCanListItsActions() async throws {
        let tester = try await FlowTester(ShowsListed())
        #expect(tester.state.screen?.actions == ["two", "one"])
        try await tester.send(.one, on: ShowsListed.Page.self)
        #expect(tester.flow?.count == 1)
    }

    @Test func sensitiveParametersAreMaskedInTheJournal() async throws {
        let tester = try await FlowTester(Vault())
        try await tester.send(.unlock(code: Sensitive("1234"), hint: "birthday"), on: Vault.Page.self)
        #expect(tester.flow?.code?.value == "1234")
        let params = try #require(tester.journal.last?.params?.description)
        #expect(params == #"{"code":"•••","hint":"birthday"}"#)
    }

    private func weather(_ device: Device) async throws -> FlowTester<Weather> {
        try await FlowTester(Weather(), device: device) { Service(Thermometer.self) { _ in Thermometer() } }
    }
}

private struct Vault: FlowController {
    typealias Output = Done
    var code: Sensitive<String>?

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            if case .unlock(let code, _) = action { flow.code = code }
        }
    }

    struct Page: Screen {
        enum Action: Codable { case unlock(code: Sensitive<String>, hint: String) }
    }
}

private struct ShowsListed: FlowController {
    typealias Output = Done
    var count = 0

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, _, nav in flow.count += 1 }
    }

    struct Page: Screen {
        static let actions: [String]? = ["two", "one"]
        enum Action: Codable { case one, two }
    }
}
