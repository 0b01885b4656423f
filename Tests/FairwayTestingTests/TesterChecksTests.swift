import Fairway
import FairwayTesting
import Synchronization
import Testing

/// Each of the tester's own checks fails for a flow that breaks it.
struct TesterChecksTests {
    @Test func flowThatDoesNotSurviveARestartFailsItsTest() async throws {
        try await withKnownIssue {
            let tester = try await FlowTester(Forgetful())
            try await tester.send(.add, on: Forgetful.Page.self)
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains("the restored session differs from the stored one")
        }
    }

    @Test func lostStateIsNotFoundWithoutRestoring() async throws {
        let tester = try await FlowTester(Forgetful(), restoring: .never)
        try await tester.send(.add, on: Forgetful.Page.self)
        #expect(tester.flow?.first == 1)
    }

    @Test func repeatedHandlersRevealSideEffects() async throws {
        for (repeating, expected) in [(false, 1), (true, 2)] {
            let bell = Bell()
            let tester = try await FlowTester(Door(), repeatingHandlers: repeating) { Service(Bell.self) { _ in bell } }
            try await tester.send(.ring, on: Door.Page.self)
            #expect(bell.rings == expected)
            #expect(tester.flow?.rings == 1)
        }
    }

    @Test func serviceOfTheTestReplacesTheApps() async throws {
        let bell = Bell()
        let app = App(initial: Porch()) {
            Flow(Door())
            Service(Bell.self) { _ in Bell() }
        }
        let tester = try await FlowTester(Door(), in: app, overriding: [Service(Bell.self) { _ in bell }])
        try await tester.send(.ring, on: Door.Page.self)
        #expect(bell.rings == 1)
    }

    @Test func errorOfTheFlowIsInTheProblemsDetail() async throws {
        let tester = try await FlowTester(Door()) { Service(Bell.self) { _ in Bell() } }
        let problem = await #expect(throws: Problem.self) { try await tester.send(.jam, on: Door.Page.self) }
        #expect(problem?.code == .flowFailed)
        #expect(problem?.detail == "Jammed()")
    }

    @Test func everyRunHasTheSameIDsAndTime() async throws {
        let bell = Bell()
        let one = try await FlowTester(Door()) { Service(Bell.self) { _ in bell } }
        let other = try await FlowTester(Door()) { Service(Bell.self) { _ in bell } }
        #expect(one.session == other.session)
        #expect(one.clock.now == other.clock.now)
    }

    @Test func seedRepeatsTheSameNumbers() {
        var one = Seed(7).makeGenerator()
        var other = Seed(7).makeGenerator()
        #expect((0..<100).allSatisfy { _ in one.next() == other.next() })
        #expect(Seed(7).description == "FAIRWAY_SEED=7")
    }
}

/// Encodes only one of its two properties.
private struct Forgetful: FlowController {
    typealias Output = Done
    var first = 0
    var second = 0

    init() {}

    init(from decoder: any Decoder) throws {
        first = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .first)
        second = first / 2
        first = second
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Keys.self)
        try members.encode(first, forKey: .first)
    }

    private enum Keys: CodingKey { case first }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> { on(Page.self) { flow, action, nav in flow.first += 1 } }

    struct Page: Screen { enum Action: String, Codable { case add } }
}

private struct Porch: FlowController {
    func start(_ nav: Navigator<Self>) { nav.start(Door()) }
}

/// Has a side effect in a handler, which should be background work instead.
private struct Door: FlowController {
    typealias Output = Done
    var rings = 0

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            if action == .jam { throw Jammed() }
            flow.rings += 1
            try nav.dependencies[Bell.self].ring()
        }
    }

    struct Jammed: Error {}
    struct Page: Screen { enum Action: String, Codable { case ring, jam } }
}

private final class Bell: Sendable {
    private let count = Mutex(0)
    var rings: Int { count.withLock(\.self) }
    func ring() { count.withLock { $0 += 1 } }
}
