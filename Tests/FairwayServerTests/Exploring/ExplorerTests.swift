import Fairway
import FairwayWire
import Testing

@testable import FairwayServer

/// The explorer finds defects, and reports each with the shortest sequence of steps that led to it.
struct ExplorerTests {
    @Test func thrownErrorIsFoundWithItsSteps() async throws {
        let findings = try await exploration(of: App(initial: Shop())).findings
        let broken = Exploration.Fault.failed(.flowFailed, "Broken()")
        #expect(
            findings == [
                Exploration.Finding(
                    fault: broken,
                    step: "Shop.List.choose",
                    walk: ["start Shop", #"Shop.List.choose {"item":"lamp"}"#]
                )
            ]
        )
    }

    @Test func refusalOfAnUnknownParameterIsFound() async throws {
        let findings = try await exploration(of: App(initial: Misnamed())).findings
        #expect(findings.map(\.step) == ["Misnamed.Page.enter"])
        guard case .failed(.flowFailed, let cause?) = findings.first?.fault else {
            Issue.record("\(findings)")
            return
        }
        #expect(cause.hasPrefix("a flow rejects the parameter “nickname” of Misnamed.Page.enter, which has only name"))
    }

    @Test func unhandledActionIsFound() async throws {
        let findings = try await exploration(of: App(initial: MissingRoute()) { Flow(Unrelated()) }).findings
        #expect(findings.map(\.fault) == [.unhandled])
        #expect(findings.first?.walk == ["start MissingRoute", "MissingRoute.Page.tap"])
    }

    @Test func actionHandledByAParentIsNotReported() async throws {
        let exploration = try await exploration(of: App(initial: Parent()) { Flow(Child()) })
        #expect(exploration.findings.isEmpty)
        #expect(exploration.untried.isEmpty)
    }

    @Test func flowThatLosesStateIsFound() async throws {
        let findings = try await exploration(of: App(initial: Forgetful())).findings
        #expect(findings.map(\.fault) == [.changed])
        #expect(findings.first?.walk == ["start Forgetful", "Forgetful.Page.tap"])
    }

    @Test func flowThatCannotDecodeItsStateIsFound() async throws {
        let findings = try await exploration(of: App(initial: Undecodable())).findings
        #expect(findings.map(\.fault) == [.unreadable("Undecodable: Broken()")])
        #expect(findings.first?.walk == ["start Undecodable"])
    }

    @Test func failingStartIsReportedOnce() async throws {
        let exploration = try await exploration(of: App(initial: FailingStart()) { Flow(Shop()) })
        #expect(exploration.findings.map(\.step) == ["start FailingStart", "Shop.List.choose"])
    }

    /// Counts only the screens of the started flow and of the flows that it may start.
    @Test func coverageOfOneFlowCountsItsScreens() async throws {
        let app = App(initial: Shop()) {
            Flow(Lobby())
            Flow(Unrelated())
            Flow(Switchboard())
        }
        var explorer = try await Explorer(app, startingWith: "Lobby", on: Device(), doesJobs: false)
        let exploration = try await explorer.explore(steps: 30)
        #expect(exploration.unreached == ["MissingRoute.Page", "Shop.List"])
        #expect(exploration.screenCoverage == Exploration.Coverage(reached: 1, all: 3))
    }

    @Test func graphOmitsSessionsEndedByTheExplorer() async throws {
        var explorer = try await Explorer(App(initial: Switchboard()), startingWith: nil, on: Device(), doesJobs: false)
        _ = try await explorer.explore(steps: 30)
        let graphs = try explorer.graphs()
        #expect(graphs["Unknown"] == DeclaredGraph())
        #expect(graphs["Switchboard"].edges.contains { $0.from == nil && $0.action == "start" })
        #expect(!graphs[nil].edges.contains { $0.action == "end" })
        #expect(Set(graphs[nil].screens).isSuperset(of: graphs["Switchboard"].screens))
    }

    @Test func progressIsReportedBetweenSteps() async throws {
        var steps: [Int] = []
        var explorer = try await Explorer(App(initial: Switchboard()), startingWith: nil, on: Device(), doesJobs: false)
        _ = try await explorer.explore(steps: 5) { steps.append($0.steps) }
        #expect(steps.first == 0 && steps.last ?? 0 >= 4)
        #expect(steps == steps.sorted())
    }

    @Test func bothBooleanValuesAreTried() async throws {
        #expect(try await exploration(of: App(initial: Switchboard())).unreached.isEmpty)
    }

    @Test func parametersThatAFlowAcceptsAreFound() async throws {
        let exploration = try await exploration(of: App(initial: Crossing()))
        #expect(exploration.unreached.isEmpty)
        #expect(exploration.findings.isEmpty)
    }

    @Test func stepIsTracedBeforeItIsTaken() async throws {
        let trace = ExplorationTrace()
        _ = try await exploration(of: App(initial: Shop()), trace)
        #expect(trace.steps.prefix(2) == ["start Shop", #"  Shop.List.choose {"item":"chair"}"#])
    }

    @Test func unknownFlowIsRejected() async throws {
        await #expect(throws: CommandError(.badValue, "There is no flow Shopp. Did you mean Shop?")) {
            _ = try await Explorer(App(initial: Shop()), startingWith: "Shopp", on: Device(), doesJobs: false)
        }
    }
}

private struct Broken: Error {}

private struct Shop: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(List()) }

    static var routes: Routes<Self> {
        on(List.self) { flow, action, nav in
            guard case .choose(let item) = action else { return nav.show(List()) }
            if item == "lamp" { throw Broken() }
        }
    }

    struct List: Screen {
        var items = ["chair", "lamp"]
        enum Action: Codable { case choose(item: String), another }
    }
}

/// Shows a screen with an action that it leaves to a flow above.
private struct MissingRoute: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> { screen(handledAbove: Page.self) }

    struct Page: Screen {
        enum Action: String, Codable { case tap }
    }
}

/// Handles the action of the screen of ``MissingRoute``, but is not in that screen's responder chain.
private struct Unrelated: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Shop.List()) }
    static var routes: Routes<Self> {
        on(MissingRoute.Page.self) { flow, action, nav in }
        on(Shop.List.self) { flow, action, nav in }
    }
}

/// Handles the action of a screen that its child shows.
private struct Parent: FlowController {
    func start(_ nav: Navigator<Self>) { nav.start(Child()) }
    static var routes: Routes<Self> { on(MissingRoute.Page.self) { flow, action, nav in } }
}

private struct Child: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(MissingRoute.Page()) }
    static var routes: Routes<Self> { screen(handledAbove: MissingRoute.Page.self) }
}

/// Waits for a child that it never starts.
private struct Lobby: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Crossing.Sailings()) }

    static var routes: Routes<Self> {
        screen(Crossing.Sailings.self)
        on(finishOf: Unrelated.self) { flow, result, nav in }
    }
}

/// Encodes its count, but does not decode it.
private struct Forgetful: FlowController {
    var count = 0

    init() {}
    init(from decoder: any Decoder) {}

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        if count > 0 { try members.encode(count, forKey: .count) }
    }

    private enum Key: CodingKey { case count }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> { on(Page.self) { flow, action, nav in flow.count += 1 } }

    struct Page: Screen {
        enum Action: String, Codable { case tap }
    }
}

/// Cannot decode the state that it encodes.
private struct Undecodable: FlowController {
    init() {}
    init(from decoder: any Decoder) throws { throw Broken() }
    func encode(to encoder: any Encoder) throws {}

    func start(_ nav: Navigator<Self>) { nav.show(MissingRoute.Page()) }
    static var routes: Routes<Self> { on(MissingRoute.Page.self) { flow, action, nav in } }
}

private struct FailingStart: FlowController {
    func start(_ nav: Navigator<Self>) throws { throw Broken() }
    static var routes: Routes<Self> { screen(Crossing.Sailings.self) }
}

/// Has an action with a Boolean parameter.
private struct Switchboard: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Panel()) }

    static var routes: Routes<Self> {
        on(Panel.self) { flow, action, nav in
            guard case .turn(let on) = action else { return }
            on ? nav.show(Light()) : nav.show(Dark())
        }
        screen(Light.self)
        screen(Dark.self)
    }

    struct Panel: Screen {
        enum Action: Codable { case turn(on: Bool) }
    }

    struct Light: Screen {}
    struct Dark: Screen {}
}

/// Refuses a parameter that its action does not have.
private struct Misnamed: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in try nav.reject("nickname", .required, "Give a name.") }
    }

    struct Page: Screen { enum Action: Codable { case enter(name: String) } }
}

/// Accepts only two different ports and a future date.
private struct Crossing: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Search()) }

    static var routes: Routes<Self> {
        on(Search.self) { flow, action, nav in
            guard case .search(let from, let to, let date) = action else { return }
            let ports = Search().ports
            if !ports.contains(from) { try nav.reject("from", .notAnOption, "No ferry calls there.") }
            if !ports.contains(to) || to == from { try nav.reject("to", .notAnOption, "No ferry goes there.") }
            if date < "2026" { try nav.reject("date", "past", "That day is over.") }
            nav.show(Sailings())
        }
        screen(Sailings.self)
    }

    struct Search: Screen {
        var title = "Where to?"
        var hints = ["quick", "cheap", "quiet"]
        var ports = ["dover", "calais", "rodby"]
        enum Action: Codable { case search(from: String, to: String, date: String) }
    }

    struct Sailings: Screen {}
}
