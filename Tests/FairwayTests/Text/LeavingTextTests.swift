import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// A text is in the session's language wherever it leaves the engine: in effects, results and jobs.
struct LeavingTextTests {
    @Test(arguments: [("de", "Los: 3 Sitze"), ("en", "Go: 3 seats")])
    func effectIsInTheSessionsLanguage(_ locale: String, _ expected: String) async throws {
        let tester = try await tester(locale)
        try await tester.send(.call, on: Boarding.Page.self)
        #expect(tester.state.effects.map(\.payload) == [["text": .string(expected), "lines": [.string(expected)]]])
        #expect(tester.journal.last?.effects == tester.state.effects)
    }

    @Test(arguments: [("de", "5% weniger"), ("en", "5% off")])
    func resultIsInTheSessionsLanguageAlsoForOperators(_ locale: String, _ expected: String) async throws {
        let tester = try await tester(locale)
        try await tester.send(.board, on: Boarding.Page.self)
        #expect(tester.state.result?.description == #"{"text":"\#(expected)","code":"secret"}"#)
        let masked = try await tester.engine.flowTree(tester.session).state.result
        #expect(masked?.description == #"{"text":"\#(expected)","code":"•••"}"#)
    }

    @Test(arguments: [false, true])
    func jobResolvesTextsInTheLanguageAtTheTimeOfTheAttempt(dropsSessions: Bool) async throws {
        let tester = try await tester("de-AT")
        try await tester.send(.write, on: Boarding.Page.self)
        if dropsSessions { tester.engine.dropIdleSessions() }
        try await tester.performJobs()
        #expect(tester.flow?.letters == ["de-AT: 3 Sitze"])
        try await tester.send(.write, on: Boarding.Page.self)
        _ = await tester.engine.perform(.device(Device(locale: "en")), on: tester.session, by: Caller(.app))
        if dropsSessions { tester.engine.dropIdleSessions() }
        try await tester.performJobs()
        #expect(tester.flow?.letters.last == "en: 3 seats")
    }

    @Test func jobThatOutlivesItsSessionResolvesTextsInItsLanguage() async throws {
        let sent = Noted()
        let tester = try await tester("de", sent)
        try await tester.send(.leave, on: Boarding.Page.self)
        #expect(tester.state.status == .over)
        try await tester.performJobs()
        #expect(sent.all == ["Sitze"])
    }

    @Test(
        arguments: [
            (nil, "Das konnte nicht abgeschlossen werden. Versuchen Sie es später noch einmal."), ("Seats", "Sitze"),
        ] as [(Text?, String)]
    )
    func failureOfAJobIsInTheSessionsLanguage(_ reason: Text?, _ expected: String) async throws {
        let tester = try await tester("de")
        try await tester.send(.write, on: Boarding.Page.self)
        try await tester.fail(Letter.self, reason)
        #expect(try tester.viewModel(as: Boarding.Page.ViewModel.self).problem == expected)
    }

    private func tester(_ locale: String, _ sent: Noted = Noted()) async throws -> FlowTester<Boarding> {
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Boarding())
            Flow(Puppet())
            Performer(Errand.self) { errand, _ in errand.text }
            Performer(Letter.self) { letter, attempt in "\(attempt.locale): \(attempt.text("\(letter.seats) seats"))" }
            Performer(Receipt.self) { _, attempt in
                sent.note(attempt.text("Seats"))
                return Done()
            }
            StringCatalog.timetable
        }
        return try await FlowTester(Boarding(), in: app, device: Device(locale: locale))
    }
}

private struct Letter: Job {
    typealias Output = String
    var seats: Int
}

private struct Receipt: Job {
    static let outlivesFlow = true
}

private struct Call: Effect {
    var text: Text
    var lines: [Text]
}

private struct Boarding: FlowController {
    typealias Output = Pass

    var letters: [String] = []

    struct Pass: Codable, Sendable {
        var text: Text
        var code: Sensitive<String>
    }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            switch action {
            case .call: nav.perform(Call(text: "Go: \("\(3) seats" as Text)", lines: ["Go: \("\(3) seats" as Text)"]))
            case .write: nav.run(Letter(seats: 3))
            case .leave:
                nav.run(Receipt())
                nav.dismiss()
            case .board: nav.finish(Pass(text: "\(5)% off", code: Sensitive("secret")))
            }
        }
        on(completion: Letter.self) { flow, letter, _ in flow.letters.append(letter) }
        on(failure: Letter.self) { _, failure, nav in nav.update(Page.self) { $0.problem = failure.message } }
    }

    struct Page: Screen {
        var problem: Text?

        enum Action: String, Codable { case call, write, leave, board }
        struct ViewModel: Codable { var problem: String? }

        func viewModel(in context: ScreenContext) -> ViewModel { ViewModel(problem: problem.map(context.text)) }
    }
}
