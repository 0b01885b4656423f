import FairwayTesting
import FairwayWire
import Synchronization
import Testing

@testable import Fairway

extension StateDocument {
    /// The view model in front.
    fileprivate var shown: JSONValue? {
        screen.flatMap { try? JSON.decode(JSONValue.self, from: $0.viewModel.bytes) }
    }

    fileprivate var tabTitles: [String] {
        guard case .tabs(_, let tabs)? = navigation?.content else { return [] }
        return tabs.map(\.title)
    }
}

struct SessionLanguageTests {
    @Test func titlesAlertsRefusalsAndRulesAreInTheSessionsLanguage() async throws {
        let tester = try await tester("de-AT")
        #expect(tester.state.screen?.title == "Karten")
        #expect(tester.state.shown == ["greeting": "Hallo Ada", "seats": "2 Sitze"])

        var problem = await #expect(throws: Problem.self) {
            try await tester.send(.buy(seats: 9), on: Desk.Tickets.self)
        }
        #expect(problem?.errors.first?.detail == "Es ist kein Sitz mehr frei.")
        #expect(problem?.title == "Das wurde abgelehnt.")
        problem = await #expect(throws: Problem.self) { try await tester.send(.buy(seats: 0), on: Desk.Tickets.self) }
        #expect(problem?.errors.first?.detail == "Geben Sie mindestens 1 ein.")

        try await tester.send(.buy(seats: 3), on: Desk.Tickets.self)
        #expect(
            tester.state.shown == [
                "title": "3 Sitze", "message": "Later",
                "buttons": [["action": "done", "title": "Karten", "style": "default"]],
            ]
        )
    }

    @Test func anotherLanguageOfTheDeviceIsARefresh() async throws {
        let tester = try await tester("en")
        #expect(tester.state.screen?.title == "Tickets")
        let device = Device(locale: "de")
        let answer = await tester.engine.perform(.device(device), on: tester.session, by: Caller(.app))
        let state = try answer.state()
        #expect(state.moves.map(\.move) == [.refresh])
        #expect(state.screen?.title == "Karten")
        #expect(state.shown == ["greeting": "Hallo Ada", "seats": "2 Sitze"])
    }

    @Test func derivedScreenGetsTheTitleOfAnotherLanguage() async throws {
        let tester = try await FlowTester(
            Board(),
            in: App(initial: Lobby()) {
                Flow(Board())
                StringCatalog.timetable
            }
        )
        #expect(tester.state.screen?.title == "Seats")
        let answer = await tester.engine.perform(
            .device(Device(locale: "de")),
            on: tester.session,
            by: Caller(.app)
        )
        #expect(try answer.state().screen?.title == "Sitze")
        #expect(try answer.state().shown == ["line": "4 Sitze"])
    }

    @Test func titlesOfTabsAreInTheSessionsLanguage() async throws {
        let tester = try await FlowTester(
            Shelf(),
            in: App(initial: Lobby()) {
                Flow(Shelf())
                Flow(Board())
                StringCatalog.timetable
            },
            device: Device(locale: "de")
        )
        #expect(tester.state.tabTitles == ["Sitze", "3 Sitze", "Box"])
        let device = Device(locale: "en")
        let state = try await tester.engine.perform(.device(device), on: tester.session, by: Caller(.app)).state()
        #expect(state.tabTitles == ["Seats", "3 seats", "Box"])
    }

    @Test func storedTextIsKeyAndArguments() async throws {
        let tester = try await tester("de")
        try await tester.send(.buy(seats: 3), on: Desk.Tickets.self)
        let done = try #require(tester.screen as? Desk.Sold)
        #expect(done.title == "\(3) seats")
    }

    @Test func missingTranslationsAreListedOnce() async throws {
        let tester = try await tester("en")
        try await tester.send(.buy(seats: 3), on: Desk.Tickets.self)
        #expect(tester.missingTranslations.map(\.key) == ["Later"])
        #expect(tester.missingTranslations.map(\.language) == ["de"])
        let reported = Mutex<[String]>([])
        tester.engine.reportMissingTranslations { missing in reported.withLock { $0.append(missing.key) } }
        _ = await tester.engine.catalog(in: "de")
        #expect(reported.withLock(\.self).sorted() == ["Buy", "Later", "Seats to buy"])
    }

    @Test func catalogIsInTheLanguage() async throws {
        let engine = try await tester("en").engine
        let screen = try #require(
            await engine.catalog(in: "de").screens.first { $0.name == "SessionLanguageTests.Desk.Tickets" }
        )
        #expect(screen.title == "Karten")
        #expect(screen.about == "Sitze")
        #expect(screen.examples.first?["seats"] == "2 Sitze")
        #expect(await engine.catalog().screens.first { $0.name == screen.name }?.title == "Tickets")
    }

    @Test func titlesOfFlowsAreInTheLanguage() async throws {
        let engine = try await tester("en").engine
        func entry(in language: String?) async -> Catalog.Flow? {
            await engine.catalog(in: language).flows.first { $0.name == "SessionLanguageTests.Desk" }
        }
        #expect(await entry(in: "de")?.title == "Karten")
        #expect(await entry(in: nil)?.title == "Tickets")
        // A description is translated if it can be. Otherwise, it is not a missing translation.
        #expect(await entry(in: "de")?.about == "Sitze")
        let lobby = await engine.catalog(in: "de").flows.first { $0.initial }
        #expect(lobby?.title == nil)
        #expect(lobby?.about == "The entrance.")
        #expect(!engine.missingTranslations.contains { $0.key == "The entrance." })
    }

    private func tester(_ locale: String) async throws -> FlowTester<Desk> {
        let app = App(initial: Lobby()) {
            Flow(Desk())
            StringCatalog.timetable
        }
        return try await FlowTester(Desk(), in: app, device: Device(locale: locale))
    }

    private struct Lobby: FlowController {
        static let about = "The entrance."

        func start(_ nav: Navigator<Self>) { nav.show(Page("lobby")) }
    }

    struct Desk: FlowController {
        typealias Output = Done

        static let title = "Tickets"
        static let about = "Seats"

        func start(_ nav: Navigator<Self>) { nav.show(Tickets()) }

        static var routes: Routes<Self> {
            on(Tickets.self) { flow, action, nav in
                guard case .buy(let seats) = action else { return }
                guard seats < 9 else { try nav.reject("seats", "sold-out", "No seat is left.") }
                nav.show(Sold(title: "\(seats) seats"))
            }
            on(Sold.self) { _, _, nav in nav.finish() }
        }

        struct Tickets: Screen {
            static let title = "Tickets"
            static let about = "Seats"
            static let examples = [Tickets()]
            static var controls: Controls<Self> {
                Control(Action.buy, "Buy") { seats in Field(seats, "Seats to buy", .range(1...9)) }
            }
            enum Action: Codable { case buy(seats: Int), leave }
            struct ViewModel: Codable {
                var greeting: String
                var seats: Text
            }

            func viewModel(in context: ScreenContext) -> ViewModel {
                ViewModel(greeting: context.text("Hello \("Ada")"), seats: "\(2) seats")
            }
        }

        struct Sold: Alert {
            var title: Text
            var message: Text = "Later"
            var buttons = [AlertButton("Tickets", Action.done)]
            enum Action: String, Codable { case done }
        }
    }

    private struct Shelf: FlowController {
        func start(_ nav: Navigator<Self>) {
            nav.showTabs {
                Tab("all", title: "Seats", Board())
                Tab("some", title: "\(3) seats", Board())
                Tab("box", title: Text(verbatim: "Box"), Board())
            }
        }
    }

    private struct Board: FlowController {
        typealias Output = Done
        var free = 4

        func start(_ nav: Navigator<Self>) { nav.show(Line.self) }

        static var routes: Routes<Self> { shows(Line.self) { flow in Line(line: "\(flow.free) seats") } }

        struct Line: Screen {
            static let title = "Seats"
            var line: Text
        }
    }
}
