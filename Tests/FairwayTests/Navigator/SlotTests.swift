import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// Child flows that are started in slots.
struct SlotTests {
    @Test func resultGoesToTheRouteOfItsSlot() async throws {
        let tester = try await FlowTester(Marina()) { Flow(Mooring()) }
        try await tester.send(.start(Bollard(pier: "A", number: 1)), on: Marina.Page.self)
        try await tester.send(.finish("Ada"), on: Mooring.Page.self)
        try await tester.send(.start(nil), on: Marina.Page.self)
        try await tester.send(.finish("Bo"), on: Mooring.Page.self)
        try await tester.send(.start(Bollard(pier: "B", number: 2)), on: Marina.Page.self)
        try await tester.send(.leave, on: Mooring.Page.self)
        try await tester.send(.start(nil), on: Marina.Page.self)
        try await tester.send(.leave, on: Mooring.Page.self)
        #expect(tester.flow?.heard == ["A1 finish Ada", "finish Bo", "B2 dismiss", "dismiss"])
    }

    @Test func equalSlotReplacesItsFlow() async throws {
        let tester = try await FlowTester(Marina()) { Flow(Mooring()) }
        try await tester.send(.start(Bollard(pier: "A", number: 1)), on: Marina.Page.self)
        try await tester.goBack()
        for bollard in [Bollard(pier: "A", number: 1), Bollard(pier: "A", number: 2), Bollard(pier: "A", number: 1)] {
            try await tester.signal(Marina.Arrival(bollard: bollard))
        }
        #expect(tester.flows(of: Mooring.self).count == 2)
    }

    @Test func routeWithoutSlotReadsTheSlotOfItsChild() async throws {
        let tester = try await FlowTester(Slipway()) { Flow(Mooring()) }
        try await tester.send(.start(4), on: Slipway.Page.self)
        try await tester.send(.finish("Ada"), on: Mooring.Page.self)
        try await tester.send(.start(nil), on: Slipway.Page.self)
        try await tester.send(.finish("Bo"), on: Mooring.Page.self)
        #expect(tester.flow?.heard == ["4 nil Ada", "nil nil Bo"])
    }

    @Test func twoTypesOfSlotsForOneChildAreRejected() {
        let mistake = #expect(throws: Mistake.self) {
            try Engine(App(initial: Undecided()) { Flow(Mooring()) }, store: MemoryStore())
        }
        let sentence = "Undecided has routes for Mooring with slots of the types Int and String: use one type."
        #expect(mistake?.description == sentence)
    }

    @Test func slotOfAnotherTypeThanTheRoutesFailsTheChange() async throws {
        let tester = try await FlowTester(Marina()) { Flow(Mooring()) }
        let problem = await #expect(throws: Problem.self) { try await tester.send(.misstart, on: Marina.Page.self) }
        #expect(problem?.code == .flowFailed)
        let sentence =
            "Marina starts Mooring in a slot of the type String, and its route for Mooring with `slot:` takes Bollard"
        #expect(problem?.detail?.contains(sentence) == true, "\(problem?.detail ?? "")")
    }

    /// The session stays unchanged for a build that can read it.
    @Test func storedSlotOfAnotherTypeIsIncompatible() async throws {
        let tester = try await FlowTester(Marina()) { Flow(Mooring()) }
        try await tester.send(.start(Bollard(pier: "A", number: 1)), on: Marina.Page.self)
        let newer = try Engine(
            App(initial: RebuiltMarina()) { Flow(Mooring()) },
            store: tester.store,
            clock: tester.clock
        )
        let error = await #expect(throws: IncompatibleFlow.self) { try await newer.inspect(tester.session) }
        #expect(error?.flow == "Mooring")
        #expect(error?.reason.contains("its slot") == true)
    }

    @Test(
        arguments: [
            ("cover", "cover"), ("", ""), ("a b", "a b"), ("3", #""3""#), ("null", #""null""#), ("\"", "\""),
            ("\"a\"", #""\"a\"""#), ("{", "{"), ("[]", #""[]""#), ("a\0", #""a\u0000""#),
        ]
    )
    func textIsStoredWithoutQuotesUnlessItIsJSON(_ slot: String, _ stored: String) throws {
        let made = try #require(try FlowSlot(encoding: slot))
        #expect(try made.stored == stored)
        #expect(FlowSlot(stored: stored) == made)
        #expect(try FlowSlot(stored: stored).decode(String.self) == slot)
    }

    @Test func valueIsStoredAsJSON() throws {
        #expect(try FlowSlot(encoding: 3)?.stored == "3")
        #expect(try FlowSlot(encoding: Bollard(pier: "A", number: 1))?.stored == #"{"pier":"A","number":1}"#)
        #expect(try FlowSlot(encoding: Int?.none) == nil)
        #expect(try FlowSlot(encoding: Int?.some(3)) == FlowSlot(stored: "3"))
        #expect(FlowSlot(stored: #"{"number":1,"pier":"A"}"#) == FlowSlot(stored: #"{"pier":"A","number":1}"#))
        #expect(try FlowSlot(encoding: "3") != FlowSlot(encoding: 3))
    }
}

struct Bollard: Codable, Hashable {
    var pier: String
    var number: Int
}

/// Starts children in slots of the type `Bollard`.
struct Marina: FlowController {
    typealias Output = Done
    var heard: [String] = []

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .start(let bollard?): nav.start(Mooring(), slot: bollard)
            case .start(nil): nav.start(Mooring())
            case .misstart: nav.start(Mooring(), slot: "A1")
            }
        }
        on(signal: Arrival.self) { flow, arrival, nav in nav.start(Mooring(), as: .modal, slot: arrival.bollard) }
        on(finishOf: Mooring.self) { flow, name, nav in flow.heard.append("finish \(name)") }
        on(finishOf: Mooring.self, slot: Bollard.self) { flow, bollard, name, nav in
            flow.heard.append("\(bollard.pier)\(bollard.number) finish \(name)")
        }
        on(dismissOf: Mooring.self) { flow, nav in flow.heard.append("dismiss") }
        on(dismissOf: Mooring.self, slot: Bollard.self) { flow, bollard, nav in
            flow.heard.append("\(bollard.pier)\(bollard.number) dismiss")
        }
    }

    struct Arrival: Signal { var bollard: Bollard }

    struct Page: Screen {
        enum Action: Codable { case start(Bollard?), misstart }
    }
}

/// The same flow in a later build, with another type of slots.
struct RebuiltMarina: FlowController {
    static let name = "Marina"

    func start(_ nav: Navigator<Self>) { nav.show(Marina.Page()) }

    static var routes: Routes<Self> {
        on(Marina.Page.self) { flow, action, nav in }
        on(finishOf: Mooring.self, slot: Int.self) { flow, number, name, nav in }
    }
}

/// Has only a route without a slot.
struct Slipway: FlowController {
    typealias Output = Done
    var heard: [String] = []

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            guard case .start(let number) = action else { return }
            nav.start(Mooring(), slot: number)
        }
        on(finishOf: Mooring.self) { flow, name, nav in
            let (number, text) = (nav.child?.slot(as: Int.self), nav.child?.slot(as: String.self))
            flow.heard.append("\(number.map(String.init) ?? "nil") \(text ?? "nil") \(name)")
        }
    }

    struct Page: Screen {
        enum Action: Codable { case start(Int?), other }
    }
}

struct Undecided: FlowController {
    func start(_ nav: Navigator<Self>) { nav.start(Mooring()) }

    static var routes: Routes<Self> {
        on(finishOf: Mooring.self, slot: Int.self) { flow, number, name, nav in }
        on(dismissOf: Mooring.self, slot: String.self) { flow, text, nav in }
    }
}

struct Mooring: FlowController {
    typealias Output = String

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .finish(let name): nav.finish(name)
            case .leave: nav.dismiss()
            }
        }
    }

    struct Page: Screen {
        enum Action: Codable { case finish(String), leave }
    }
}
