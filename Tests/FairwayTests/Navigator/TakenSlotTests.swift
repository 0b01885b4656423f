import Fairway
import Testing

@testable import FairwayTesting

/// Slots with a flow that has left, or that has shown nothing yet, when another flow starts in them.
struct TakenSlotTests {
    private static func start(
        _ herald: Herald = Herald(),
        as style: Style = .automatic,
        alone: Bool = false,
        told: [Command]
    ) async throws -> FlowTester<Landlord> {
        let app = App(initial: Landlord()) {
            Flow(Puppet())
            Flow(Herald())
        }
        return try await FlowTester(Landlord(second: herald, style: style, isAlone: alone, onShout: told), in: app)
    }

    @Test(arguments: [(Style.automatic, 1), (.modal, 2)])
    func flowStartsNormallyIfItsSlotIsEmpty(style: Style, layers: Int) async throws {
        let tester = try await Self.start(as: style, told: [.backToRoot])
        #expect(tester.labels == ["A", "D"])
        #expect(tester.navigation?.layers.count == layers)
    }

    /// Another flow starts as root before the first one's parent has shown anything.
    @Test func rootFlowReplacesAFlowThatHasShownNothing() async throws {
        let tester = try await Self.start(
            Herald(shows: false),
            alone: true,
            told: [.start(Puppet(.show("E")), .root, slot: "one")]
        )
        #expect(tester.labels == ["E"])
        #expect(tester.last.inspection.flows.map(\.name) == ["Landlord", "Puppet"])
    }

    @Test func thirdFlowInASlotTakesTheFirstFlowsPlace() async throws {
        let tester = try await Self.start(Herald(shows: false), told: [.start(Puppet(.show("E")), slot: "one")])
        #expect(tester.labels == ["A", "E", "C"])
        #expect(tester.last.inspection.flows.map(\.name) == ["Landlord", "Puppet"])
    }

    @Test func showingFromAReplacedFlowFails() async throws {
        let problem = await #expect(throws: Problem.self) {
            try await Self.start(told: [.start(Puppet(.show("E")), slot: "one")])
        }
        #expect(problem?.detail?.contains("a flow has ended and then asked to show Page") == true)
    }
}

extension FlowTester {
    /// The labels of the screens, bottom first.
    fileprivate var labels: [String] { navigation?.screens.compactMap { (screen(id: $0.id) as? Page)?.label } ?? [] }
}

/// Starts a flow in its slot, on top of a screen. With `alone` there is no screen.
private struct Landlord: FlowController {
    var second = Herald()
    var style = Style.automatic
    var isAlone = false
    var onShout: [Command] = []

    func start(_ nav: Navigator<Self>) {
        if !isAlone {
            nav.show(Page("A"))
            nav.start(Puppet(.show("B")), slot: "one", ignoringResult: true)
            nav.show(Page("C"))
        }
        nav.start(second, as: style, slot: "one")
    }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in }
        on(event: Shout.self) { flow, shout, nav in
            for command in flow.onShout {
                if case .start(let puppet, let style, let slot) = command {
                    nav.start(puppet, as: style, slot: slot, ignoringResult: true)
                }
                if case .backToRoot = command { nav.goBackToRoot() }
            }
        }
    }
}

/// Raises an event before it shows anything.
private struct Herald: FlowController {
    typealias Output = Never

    var shows = true

    func start(_ nav: Navigator<Self>) {
        nav.raise(Shout(text: "I come"))
        if shows { nav.show(Page("D")) }
    }

    static var routes: Routes<Self> { on(Page.self) { flow, action, nav in } }
}
