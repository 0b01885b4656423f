import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// The journal entries of a session have trails of the flows that started and left, and of the front screen.
struct TrailTests {
    private let engine: Engine
    private let store: any Store = MemoryStore()
    private let clock = ManualClock()
    private let session: String

    init() async throws {
        let app = App(initial: Stage(.show("home"))) { Flow(Puppet()) }
        engine = try Engine(app, store: store, clock: clock, identifiers: CountedIdentifiers())
        let device = Device(idiom: .phone, locale: "de", app: "1.0")
        session = try await engine.start(StartRequest(device: device)).state().session
    }

    /// Performs commands on the front screen, and returns the change's trail.
    private func trail(_ commands: Command...) async throws -> Trail? {
        let params = try RawJSON(encoding: ["value": commands])
        let action = Change.action(name: "perform", params: params, screen: nil, draft: nil)
        return try await trail(action)
    }

    private func trail(_ change: Change) async throws -> Trail? {
        let answer = await engine.perform(change, on: session, by: .server)
        try #require(answer.code == nil)
        return try #require(try await store.journal(session, after: 0, limit: 100).last).trail
    }

    @Test func startHasTheDeviceAndTheFrontScreen() async throws {
        let trail = try #require(try await store.journal(session, after: 0, limit: 1).first?.trail)
        #expect(trail.started == [Trail.Start(node: 1, parent: nil, flow: "Stage")])
        #expect(trail.left == [])
        #expect(trail.front == Trail.Front(nodes: [1], screen: 1, name: "Page"))
        #expect(trail.app == "1.0")
        #expect(trail.idiom == .phone)
        #expect(trail.locale == "de")
    }

    @Test func changeThatKeepsTheFrontScreenHasNoTrail() async throws {
        #expect(try await trail(.rename("other")) == nil)
        #expect(try await trail(.refresh) == nil)
        let push = try await trail(.show("next"))
        #expect(push == Trail(front: Trail.Front(nodes: [1], screen: 2, name: "Page")))
        #expect(
            try await trail(.back(screen: nil, to: nil, draft: nil))
                == Trail(front: .init(nodes: [1], screen: 1, name: "Page"))
        )
    }

    @Test func finishedFlowCompletesAndItsDescendantsAreDismissed() async throws {
        let started = try await trail(.start(Puppet(.show("a"))))
        #expect(started?.started == [Trail.Start(node: 2, parent: 1, flow: "Puppet")])
        #expect(started?.front?.nodes == [1, 2])
        _ = try await trail(.start(Puppet(.show("b"))))
        let left = try await trail(.finish("done"))
        #expect(left?.left == [Trail.Departure(node: 3, outcome: .completed)])
        _ = try await trail(.start(Puppet(.show("c")), .modal))
        _ = try await trail(.back(screen: nil, to: nil, draft: nil))
        let dismissed = try await store.journal(session, after: 0, limit: 100).last?.trail
        #expect(dismissed?.left == [Trail.Departure(node: 4, outcome: .dismissed)])
        // A flow that starts another one and finishes in one change.
        let both = try await trail(.start(Puppet(.show("d"))), .finish("done"))
        #expect(both?.started == [])
        #expect(both?.left == [Trail.Departure(node: 2, outcome: .completed)])
        #expect(both?.front == Trail.Front(nodes: [1], screen: 1, name: "Page"))
    }

    @Test func dismissedFlowTakesItsDescendantsWithIt() async throws {
        _ = try await trail(.start(Puppet(.show("a"), onFinish: [.dismiss])))
        _ = try await trail(
            .start(Puppet(.start(Puppet(.show("b"), onFinish: [.finish("up")])), onFinish: [.finish("x")]))
        )
        _ = try await trail(.start(Puppet(.show("c"))))
        // The innermost flow finishes, and each flow above it leaves in its own way.
        let all = try await trail(.finish("done"))
        #expect(
            all?.left.sorted { $0.node < $1.node } == [
                Trail.Departure(node: 2, outcome: .dismissed), Trail.Departure(node: 3, outcome: .completed),
                Trail.Departure(node: 4, outcome: .completed), Trail.Departure(node: 5, outcome: .completed),
            ]
        )
    }

    @Test(arguments: [SessionOutcome.ended, .expired])
    func allFlowsEndWithTheirSession(outcome: SessionOutcome) async throws {
        _ = try await trail(.start(Puppet(.show("a"))))
        let end = try await trail(.end(outcome))
        #expect(end?.left.sorted { $0.node < $1.node } == [1, 2].map { Trail.Departure(node: $0, outcome: outcome) })
        #expect(end?.front == nil)
    }

    @Test func rootFlowCompletesItsSession() async throws {
        let other = try await engine.start(StartRequest(Puppet(.show("x")))).state().session
        for commands in [[Command.start(Puppet(.show("y")), .modal)], [.dismiss], [.finish("done")]] {
            let params = try RawJSON(encoding: ["value": commands])
            let action = Change.action(name: "perform", params: params, screen: nil, draft: nil)
            #expect(await engine.perform(action, on: other, by: .server).code == nil)
        }
        let trails = try await store.journal(other, after: 0, limit: 9).map(\.trail)
        #expect(trails.last??.left == [Trail.Departure(node: 1, outcome: .completed)])
        #expect(trails[2]?.left == [Trail.Departure(node: 2, outcome: .dismissed)])
    }

    /// Screens that enter under the front one, in the same change.
    @Test func screensUnderTheFrontOneHaveEntered() async throws {
        let under = try await trail(.show("a"), .start(Puppet(.show("b")), .modal))
        #expect(under?.entered == [Trail.Front(nodes: [1], screen: 2, name: "Page")])
        #expect(under?.front == Trail.Front(nodes: [1, 2], screen: 3, name: "Page"))
        let several = try await trail(.show("c"), .show("d"), .show("e"))
        #expect(several?.entered?.map(\.screen) == [4, 5])
        #expect(several?.front?.screen == 6)
        // Screens that have left again have not entered.
        #expect(try await trail(.show("f"), .back, .show("g"))?.entered == nil)
    }

    @Test func storedTrailIsReadAgain() throws {
        let trail = Trail(
            started: [.init(node: 3, parent: 1, flow: "F"), .init(node: 1, parent: nil, flow: "R")],
            left: [.init(node: 2, outcome: .expired)],
            front: .init(nodes: [1, 3], screen: 4, name: "F.\"A\""),
            entered: [.init(nodes: [1], screen: 3, name: "R")],
            device: Device(idiom: .tv, app: "2")
        )
        #expect(try JSON.decode(Trail.self, from: trail.json.bytes) == trail)
        #expect(try JSON.decode(Trail.self, from: Trail(front: nil).json.bytes) == Trail(front: nil))
    }
}
