import Fairway
import FairwayTesting
import Testing

/// Actions and events go to the flow that shows the screen, then to its parent, and so on up to the root.
struct ResponderChainTests {
    @Test func actionIsHandledByTheNearestFlowWithARoute() async throws {
        let tester = try await FlowTester(Grandparent(isCalling: false)) {
            Flow(Parent())
            Flow(Child())
        }
        try await tester.send(.tap, on: Shared.self)
        #expect(tester.flow?.heard == ["tap"])
        #expect(try tester.screen(as: Shared.self).title == "from above")
    }

    @Test func unhandledActionIsRejected() async throws {
        let tester = try await FlowTester(Child(isCalling: false))
        let problem = await #expect(throws: Problem.self) { try await tester.send(.tap, on: Shared.self) }
        #expect(problem?.code == .unhandledAction)
        #expect(problem?.detail?.contains("Child") == true)
    }

    @Test func eventIsHandledByTheNearestFlowOnly() async throws {
        let tester = try await FlowTester(Grandparent()) {
            Flow(Parent())
            Flow(Child())
        }
        try await tester.send(.raise, on: Calling.self)
        #expect(tester.flow(of: Parent.self)?.heard == ["heard"])
        #expect(tester.flow?.heard == [])
    }

    @Test func unhandledEventFailsTheChange() async throws {
        let tester = try await FlowTester(Grandparent()) {
            Flow(Parent())
            Flow(Child())
        }
        let problem = await #expect(throws: Problem.self) { try await tester.send(.raiseInVain, on: Calling.self) }
        #expect(problem?.detail?.contains("it has a route on(event: Unheard.self)") == true)
    }

    @Test func findCallsAFlowThroughAProtocol() async throws {
        let tester = try await FlowTester(Grandparent()) {
            Flow(Parent())
            Flow(Child())
        }
        try await tester.send(.find, on: Calling.self)
        #expect(tester.flow?.heard == ["opened"])
        #expect(tester.screen is Opened)
    }

    @Test func findCallsTheNearestOfTwoFlows() async throws {
        let tester = try await FlowTester(Far()) {
            Flow(Near())
            Flow(Child())
        }
        try await tester.send(.find, on: Calling.self)
        #expect(tester.flow(of: Near.self)?.heard == ["opened"])
        #expect(tester.flow?.heard == [])
    }

    @Test func findReportsThatNoFlowConforms() async throws {
        let tester = try await FlowTester(Child())
        try await tester.send(.find, on: Calling.self)
        #expect(try tester.screen(as: Calling.self).title == "found nothing")
    }

    @Test func findRollsBackWhenItsClosureThrows() async throws {
        let tester = try await FlowTester(Grandparent()) {
            Flow(Parent())
            Flow(Child())
        }
        try await tester.send(.findTrouble, on: Calling.self)
        #expect(tester.flow?.heard == [])
        #expect(!(tester.screen is Opened))
        #expect(tester.effects.isEmpty)
        #expect(tester.timers.isEmpty)
        #expect(try tester.screen(as: Calling.self).title == "went on")
    }
}

private struct Unheard: Event {}
private struct Heard: Event {}
private struct Trouble: Error {}

private protocol Opening {
    mutating func open(_ nav: Navigator<any Opening>)
    mutating func fail(_ nav: Navigator<any Opening>) throws
}

/// A screen of the child. Its actions are handled by a flow above the child.
private struct Shared: Screen {
    var title = "below"
    enum Action: String, Codable { case tap }
}

/// A screen of the child. Its actions call flows above the child.
private struct Calling: Screen {
    var title = ""
    enum Action: String, Codable { case raise, raiseInVain, find, findTrouble }
}

private struct Opened: Screen {}

private struct Grandparent: FlowController, Opening {
    typealias Output = Done
    var heard: [String] = []

    var isCalling = true

    func start(_ nav: Navigator<Self>) { nav.start(Parent(isCalling: isCalling)) }

    static var routes: Routes<Self> {
        screen(Opened.self)
        on(Shared.self) { flow, action, nav in
            flow.heard.append(action.rawValue)
            nav.update(Shared.self) { $0.title = "from above" }
        }
        on(event: Heard.self) { flow, event, nav in flow.heard.append("heard") }
    }

    mutating func open(_ nav: Navigator<any Opening>) {
        heard.append("opened")
        nav.show(Opened())
    }

    mutating func fail(_ nav: Navigator<any Opening>) throws {
        open(nav)
        nav.perform(Toast(text: "no"))
        nav.schedule(Heard(), after: .seconds(1))
        throw Trouble()
    }
}

private struct Far: FlowController, Opening {
    typealias Output = Done
    var heard: [String] = []

    func start(_ nav: Navigator<Self>) { nav.start(Near()) }

    mutating func open(_ nav: Navigator<any Opening>) { heard.append("opened") }
    mutating func fail(_ nav: Navigator<any Opening>) throws {}
}

private struct Near: FlowController, Opening {
    typealias Output = Done
    var heard: [String] = []

    func start(_ nav: Navigator<Self>) { nav.start(Child()) }

    mutating func open(_ nav: Navigator<any Opening>) { heard.append("opened") }
    mutating func fail(_ nav: Navigator<any Opening>) throws {}
}

private struct Parent: FlowController {
    typealias Output = Done
    var heard: [String] = []

    var isCalling = true

    func start(_ nav: Navigator<Self>) { nav.start(Child(isCalling: isCalling)) }

    static var routes: Routes<Self> {
        on(event: Heard.self) { flow, event, nav in flow.heard.append("heard") }
    }
}

private struct Child: FlowController {
    typealias Output = Done

    var isCalling = true

    func start(_ nav: Navigator<Self>) {
        if isCalling { nav.show(Calling()) } else { nav.show(Shared()) }
    }

    static var routes: Routes<Self> {
        on(Calling.self) { flow, action, nav in
            switch action {
            case .raise: nav.raise(Heard())
            case .raiseInVain: nav.raise(Unheard())
            case .find:
                if nav.find((any Opening).self, { $0.open($1) }) == false {
                    nav.update(Calling.self) { $0.title = "found nothing" }
                }
            case .findTrouble:
                _ = try? nav.find((any Opening).self) { above, nav in try above.fail(nav) }
                nav.update(Calling.self) { $0.title = "went on" }
            }
        }
        screen(handledAbove: Shared.self)
    }
}
