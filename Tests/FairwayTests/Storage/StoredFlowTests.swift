import FairwayOperators
import FairwayTesting
import Testing

@testable import Fairway

/// A build reads the state that an older build stored, or leaves it unchanged.
struct StoredFlowTests {
    @Test func newPropertyGetsTheRegisteredDefault() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldSettings(), Stage(.show("x")))
        let settings = try await deploy.read(session, NewSettings(theme: "dark", volumes: ["alarm": 9]))
        #expect(settings.name == "Ada")
        #expect(settings.theme == "dark")
        // Defaults apply only to properties of the flow. No keys are added to a dictionary.
        #expect(settings.volumes == ["music": 3])
    }

    @Test func olderFlowVersionIsMigrated() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldCount(count: 20), Stage(.show("x")))
        let flow = try await deploy.read(session, NewCount(half: 0))
        #expect(flow.half == 10)
        // The flow's next change writes the new version.
        let engine = try deploy.engine(NewCount(half: 0))
        let change = Change.action(name: "half", params: nil, screen: nil, draft: nil)
        let answer = await engine.perform(change, on: session, by: Caller(.app))
        #expect(try answer.state().revision == 2)
        let row = try #require(try deploy.store.load(session)?.flows.first)
        #expect(row.version == 2)
        #expect(row.state.description == #"{"half":5}"#)
    }

    @Test func olderScreenVersionIsMigrated() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldNote(), Stage(.show("x")))
        let flow = try await deploy.engine(NewNote()).inspect(session).flows.first
        #expect((flow?.screens.first?.value as? NewLabel)?.words == ["a", "b"])
    }

    @Test func unreadableFlowIsIncompatibleAndKept() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldCount(count: 3), Stage(.show("x")))
        let before = try deploy.store.load(session)
        let engine = try deploy.engine(NewCount(half: 0))
        let changes: [Change] = [
            .action(name: "half", params: nil, screen: nil, draft: nil), .refresh, .end(.expired), .link("/x"),
        ]
        for change in changes {
            let answer = await engine.perform(change, on: session, by: Caller(.app))
            let problem = try answer.problem()
            #expect(problem.code == .incompatibleFlow)
            #expect(problem.state == nil)
            #expect(answer.cause?.contains("odd") == true)
        }
        #expect(try await engine.state(session, by: Caller(.app)).problem().code == .incompatibleFlow)
        let error = await #expect(throws: EngineError.self) {
            try await deploy.operators(NewCount(half: 0)).fork(session, at: nil)
        }
        #expect(error?.answer.code == .incompatibleFlow)
        #expect(error?.answer.cause?.contains("odd") == true)
        #expect(try deploy.store.load(session) == before)
        // A build that can read it continues the session.
        let old = try deploy.engine(OldCount())
        #expect(try await old.state(session, by: Caller(.app)).state().revision == 1)
    }

    /// `migrate` converts older versions only.
    @Test func newerVersionIsIncompatible() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(NewCount(half: 3), Stage(.show("x")))
        let answer = try await deploy.engine(OldCount()).state(session, by: Caller(.app))
        #expect(try answer.problem().code == .incompatibleFlow)
        #expect(answer.cause == "Count: a newer build stored version 2, and this build knows version 1")
        let another = Deploy()
        let note = try await another.start(NewNote(), Stage(.show("x")))
        let screen = try await another.engine(OldNote()).state(note, by: Caller(.app))
        #expect(try screen.problem().code == .incompatibleFlow)
        #expect(screen.cause?.contains("a newer build stored version 2") == true)
    }

    @Test func unknownFlowIsIncompatible() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldCount(count: 2), Stage(.show("x")))
        let engine = try deploy.engine(NewSettings())
        let problem = try await engine.state(session, by: Caller(.app)).problem()
        #expect(problem.code == .incompatibleFlow)
        #expect(problem.detail?.contains("Count") == true)
    }

    @Test func unreadableTabFlowIsIncompatibleAndFoundByCheck() async throws {
        let store = MemoryStore()
        func operators<Tabs: FlowController>(_ tabs: Tabs, _ count: some FlowController) throws -> Operators
        where Tabs.Output == Never {
            try Operators(
                App(initial: tabs) {
                    Flow(Puppet())
                    Flow(count)
                },
                store: store
            )
        }
        let session = try await operators(OldTabs(), OldCount()).engine.start().state().session
        let new = try operators(NewTabs(), NewCount(half: 0))
        let answer = await new.engine.perform(.select(container: nil, tab: "count"), on: session, by: Caller(.app))
        #expect(try answer.problem().code == .incompatibleFlow)
        #expect(answer.cause == "Count: an odd count")
        let report = try await new.check()
        #expect(report.stranded.map(\.key) == [IncompatibleFlow(flow: "Count", reason: "an odd count")])
        #expect(try await operators(OldTabs(), OldCount()).check().isClean)
    }

    /// The depth of JSON is limited. A screen is nested deeper in its row, in the view models and in the state document.
    @Test func deepestAllowedScreenIsRestored() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(Shaft(depth: 63), Stage(.show("x")))
        let screen = try await deploy.engine(Shaft()).state(session, by: Caller(.app)).state().screen
        #expect(screen?.viewModel.bytes.count { $0 == UInt8(ascii: "[") } == 63)
    }

    /// Each flow in a tab of another flow adds three levels to the layout.
    @Test func deepestAllowedTabsAreRestored() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(Doll(inside: 63), Stage(.show("x")))
        #expect(try await deploy.engine(Doll()).inspect(session).flows.count == 64)
    }

    @Test func incompatibleSessionIsNotStoredUnderItsKey() async throws {
        let deploy = Deploy()
        let session = try await deploy.start(OldCount(count: 3), Stage(.show("x")))
        let guards = Guards(key: RequestKey("0123456789abcdef", fingerprint: "x"))
        for _ in 0..<2 {
            let engine = try deploy.engine(NewCount(half: 0))
            let answer = await engine.perform(.refresh, on: session, by: Caller(.app), guards: guards)
            #expect(answer.code == .incompatibleFlow)
            #expect(!answer.isReplay)
        }
    }

    @Test func savingAndLoadingASessionIsIdempotent() async throws {
        let tester = try await FlowTester(
            playing: Puppet(
                .show("A"),
                .start(Puppet(.show("B"), .question("Q")), .modal, slot: "one"),
                .tabs([Command.Place(key: "a", puppet: Puppet(.show("T")))], .modal),
                .schedule("x", seconds: 60, id: "x")
            )
        )
        let first = try #require(try tester.store.load(tester.session))
        for _ in 0..<3 {
            let tree = try SessionState(first, tester.engine.blueprint).tree
            let rows = try first.flows.map {
                try tree.row(of: try #require(tree[NodeID($0.node)]), tester.engine.blueprint)
            }
            #expect(rows == first.flows)
            #expect(StoredLayout(tree).json == first.session.layout)
        }
    }
}

private struct OldSettings: FlowController {
    static let name = "Settings"
    typealias Output = Done
    var name = "Ada"
    var volumes = ["music": 3]
    func start(_ nav: Navigator<Self>) { nav.show(SettingsPage()) }
}

struct SettingsPage: Screen {}

private struct NewSettings: FlowController {
    static let name = "Settings"
    typealias Output = Done
    var name = ""
    var theme = "light"
    var volumes: [String: Int] = [:]
    func start(_ nav: Navigator<Self>) { nav.show(SettingsPage()) }
}

private struct Shaft: FlowController {
    typealias Output = Done
    var depth = 0
    func start(_ nav: Navigator<Self>) {
        nav.show(Floor(value: (1..<depth).reduce(.array([])) { value, _ in .array([value]) }))
    }
    static var routes: Routes<Self> { screen(Floor.self) }

    struct Floor: Screen { var value: JSONValue }
}

private struct Doll: FlowController {
    typealias Output = Done
    var inside = 0
    func start(_ nav: Navigator<Self>) {
        guard inside > 0 else { return nav.show(Wood()) }
        nav.showTabs { Tab("doll", title: "Doll", Doll(inside: inside - 1)) }
    }
    static var routes: Routes<Self> { screen(Wood.self) }

    struct Wood: Screen {}
}

private struct OldTabs: FlowController {
    static let name = "Tabs"
    func start(_ nav: Navigator<Self>) {
        nav.showTabs {
            Tab("home", title: "Home", Puppet(.show("H")), ignoringResult: true)
            Tab("count", title: "Count", OldCount(count: 3))
        }
    }
}

private struct NewTabs: FlowController {
    static let name = "Tabs"
    func start(_ nav: Navigator<Self>) {
        nav.showTabs { Tab("count", title: "Count", NewCount(half: 1)) }
    }
}

private struct OldCount: FlowController {
    static let name = "Count"
    typealias Output = Done
    var count = 0
    func start(_ nav: Navigator<Self>) { nav.show(CountScreen()) }
    static var routes: Routes<Self> { on(CountScreen.self) { flow, action, nav in } }
}

private struct NewCount: FlowController {
    static let name = "Count"
    static let version = 2
    typealias Output = Done
    var half: Int

    static func migrate(_ stored: JSONValue, from version: Int) throws -> NewCount {
        guard version == 1, let count = stored["count"]?.int, count.isMultiple(of: 2) else { throw Odd() }
        return NewCount(half: count / 2)
    }

    func start(_ nav: Navigator<Self>) { nav.show(CountScreen()) }

    static var routes: Routes<Self> {
        on(CountScreen.self) { flow, action, nav in flow.half /= 2 }
    }

    struct Odd: Error, CustomStringConvertible { var description: String { "an odd count" } }
}

private struct CountScreen: Screen {
    enum Action: String, Codable { case half }
}

private struct OldNote: FlowController {
    static let name = "Note"
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(OldLabel()) }
    static var routes: Routes<Self> { screen(OldLabel.self) }
}

private struct NewNote: FlowController {
    static let name = "Note"
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(NewLabel()) }
    static var routes: Routes<Self> { screen(NewLabel.self) }
}

private struct OldLabel: Screen {
    static let name = "Label"
    var text = "a b"
}

private struct NewLabel: Screen {
    static let name = "Label"
    static let version = 2
    var words: [String] = []

    static func migrate(_ stored: JSONValue, from version: Int) throws -> NewLabel {
        NewLabel(words: (stored["text"]?.string ?? "").split(separator: " ").map(String.init))
    }
}
