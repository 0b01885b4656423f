import FairwayTesting
import Testing

@testable import Fairway

/// Apps and routes that are composed of parts, such as those of a feature.
struct FeatureTests {
    @Test(
        arguments: [
            (nil, [], false, ["Diner", "Menu", "fish"]),
            ("soup", ["fi", "se"], true, ["Diner", "Menu", "soup", "/fi", "/se", "Bar"]),
            ("cake", ["no"], false, ["Diner", "Menu", "cake", "/no", "sweet", "Kiosk"]),
        ] as [(String?, [String], Bool, [String])]
    )
    func appBuilderSupportsConditionsAndLoops(
        _ dish: String?,
        _ countries: [String],
        _ hasBar: Bool,
        _ names: [String]
    ) throws {
        let app = App(initial: Diner()) {
            MenuFeature.parts
            if let dish { Link(dish) { link, nav in } } else { Link("fish") { link, nav in } }
            for country in countries {
                Link("/\(country)") { link, nav in }
            }
            switch dish {
            case "cake": Link("sweet") { link, nav in }
            default: MenuFeature.nothing
            }
            if hasBar {
                Flow(Bar())
            } else if dish != nil {
                Flow(Bar.Kiosk())
            }
        }
        let blueprint = try Blueprint(app)
        let flows = try (["Diner"] + app.parts.compactMap { try ($0 as? Flow)?.make().name })
        #expect(Set(flows + blueprint.links.map { "\($0.pattern)" }) == Set(names))
    }

    @Test func listOfFeaturesAddsTheirParts() throws {
        let features: [any AppPart] = [MenuFeature.parts, Flow(Bar())]
        let app = App(initial: Diner()) { for feature in features { feature } }
        #expect(try Blueprint(app).flows.keys.sorted() == ["Bar", "Diner", "Menu"])
    }

    @Test func appWithoutPartsHasItsInitialFlow() throws {
        #expect(try Blueprint(App(initial: Diner())).flows.keys.sorted() == ["Diner"])
        #expect(try Blueprint(App(initial: Diner()) {}).flows.keys.sorted() == ["Diner"])
    }

    @Test func serviceOfAFeatureCanBeReplaced() async throws {
        let app = App(initial: Diner()) { MenuFeature.parts }
        let tester = try await FlowTester(
            Diner(),
            in: app,
            overriding: [Service(Kitchen.self) { _ in Kitchen(dish: "pie") }]
        )
        try await tester.send(.orderButtonPressed, on: Diner.Table.self)
        #expect(tester.flow?.eaten == ["pie"])
    }

    @Test func routesInAProtocolExtensionApplyToConformingFlows() async throws {
        let tester = try await FlowTester(Diner()) { MenuFeature.parts }
        try await tester.send(.menuButtonPressed, on: Diner.Table.self)
        try await tester.send(.chose("cake"), on: Menu.Card.self)
        #expect(tester.flow?.eaten == ["cake"])
        #expect(tester.screen is Diner.Table)
        try await tester.send(.waiterButtonPressed, on: Diner.Table.self)
        #expect(tester.flow?.eaten == ["cake", "called a waiter"])
    }

    @Test func routesOfAGenericTypeApplyToItsFlow() async throws {
        let tester = try await FlowTester(Bar()) { Flow(Menu()) }
        try await tester.send(.waiterButtonPressed, on: Diner.Table.self)
        #expect(tester.outcome == .dismissed)
    }

    @Test func sameRouteInTwoPartsIsRejected() {
        let mistake = #expect(throws: Mistake.self) { try Engine(App(initial: Glutton()), store: MemoryStore()) }
        #expect(
            mistake?.description.hasPrefix("Glutton has two routes for the same thing (action of Diner.Table)") == true
        )
    }
}

private struct Kitchen: Sendable {
    var dish = "soup"
}

private enum MenuFeature {
    @AppBuilder static var parts: AppParts {
        Flow(Menu())
        Service(Kitchen.self) { _ in Kitchen() }
    }

    @AppBuilder static var nothing: AppParts {}
}

private protocol Eating {
    mutating func eat(_ dish: String)
}

extension FlowController where Self: Eating {
    @RoutesBuilder<Self> fileprivate static var menuRoutes: Routes<Self> {
        on(Menu.Card.self) { flow, action, nav in
            guard case .chose(let dish) = action else { return }
            flow.eat(dish)
            nav.goBackToRoot()
        }
    }
}

private enum WaiterRoutes<F: FlowController> {
    @RoutesBuilder<F> static var leaving: Routes<F> {
        F.on(Diner.Table.self) { flow, action, nav in nav.dismiss() }
    }
}

private struct Diner: FlowController, Eating {
    var eaten: [String] = []

    static let hasWaiters = true

    func start(_ nav: Navigator<Self>) { nav.show(Table()) }

    mutating func eat(_ dish: String) { eaten.append(dish) }

    static var routes: Routes<Self> {
        menuRoutes
        if hasWaiters { waiterRoutes } else { WaiterRoutes<Self>.leaving }
    }

    @RoutesBuilder<Self> private static var waiterRoutes: Routes<Self> {
        on(Table.self) { flow, action, nav in
            switch action {
            case .menuButtonPressed: nav.start(Menu())
            case .orderButtonPressed: try flow.eat(nav.dependencies[Kitchen.self].dish)
            case .waiterButtonPressed: flow.eat("called a waiter")
            }
        }
    }

    struct Table: Screen {
        enum Action: Codable { case menuButtonPressed, orderButtonPressed, waiterButtonPressed }
    }
}

private struct Menu: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) { nav.show(Card()) }

    struct Card: Screen {
        enum Action: Codable { case chose(String), nothing }
    }
}

private struct Bar: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) { nav.show(Diner.Table()) }

    static var routes: Routes<Self> { WaiterRoutes<Self>.leaving }

    struct Kiosk: FlowController {
        static let name = "Kiosk"
        func start(_ nav: Navigator<Self>) { nav.show(Diner.Table()) }
    }
}

private struct Glutton: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Diner.Table()) }

    static var routes: Routes<Self> {
        WaiterRoutes<Self>.leaving
        on(Diner.Table.self) { flow, action, nav in }
    }
}
