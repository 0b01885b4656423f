import Fairway
import FairwayTesting
import Testing

/// Deep links open in one change (`protocol.md` 4.6).
struct LinkTests {
    private static let app = App(initial: Stage(.show("home"))) {
        Flow(Puppet())
        Flow(Guarded())
        Link("/one") { link, nav in nav.chain { Puppet(.show("one")) } }
        Link("/two/:name") { link, nav in
            let name = try link["name"]
            if name == "nowhere" { try nav.notFound("There is no \(name).") }
            nav.chain {
                Puppet(.show("list"))
                Page(name)
            }
        }
        Link("/deep") { link, nav in
            nav.chain {
                Puppet(.show("outer"))
                Puppet(.show("inner"))
                Page("top")
            }
        }
        Link("/broken") { link, nav in nav.chain { Puppet(.show("broken"), .fail) } }
        Link("/empty") { link, nav in }
        Link("/instead") { link, nav in
            nav.chain {
                Puppet(.show("gate"))
                ChainLink.flow(Puppet(.show("inside")), as: .root)
            }
        }
        Link("/screen") { link, nav in nav.chain { Page("of the root") } }
    }

    @Test(arguments: [
        ("/one", "[home one]"), ("/ONE", "[home one]"), ("/two/earth", "[home list earth]"),
        ("/deep", "[home outer inner top]"), ("/screen", "[home of the root]"),
        ("/instead", "[home inside]"),
    ])
    func aLinkBuildsItsChainOnTheFirstScreen(_ link: String, _ picture: String) async throws {
        let running = try await FlowTester(Stage(.show("home")), in: Self.app)
        try await running.perform(.show("A"), .start(Puppet(.show("B")), .modal))
        try await running.open(link: link)
        #expect(running.picture == picture)
        #expect(running.state.revision == 3)
        // No handlers run for removed flows.
        #expect(running.flow?.heard == [])

        let started = try await FlowTester(Stage(.show("home")), in: Self.app, link: link)
        #expect(started.picture == picture)
        #expect(started.state.revision == 1)
        try await started.goBack()
        #expect(started.picture != picture)
    }

    /// Edges are counted by the names in the journal, so the number of names must be bounded.
    @Test func journalRecordsALinkByItsPattern() async throws {
        let running = try await FlowTester(Stage(.show("home")), in: Self.app)
        for link in ["/two/earth", "/TWO/m%61rs?a=b"] {
            try await running.open(link: link)
            let entry = try #require(running.journal.last)
            #expect(entry.name == "/two/:name")
            #expect(entry.params == (try RawJSON(encoding: ["link": link])))
        }
        let started = try await FlowTester(Stage(.show("home")), in: Self.app, link: "/two/earth?a=b")
        #expect(started.journal.map(\.name) == ["/two/:name"])
    }

    @Test(arguments: [
        ("/nowhere", ProblemCode.noSuchLink), ("/two/nowhere", .noSuchLink), ("/broken", .flowFailed),
        ("/empty", .flowFailed),
    ])
    func aLinkThatLeadsNowhereChangesNothing(_ link: String, _ code: ProblemCode) async throws {
        let tester = try await FlowTester(Stage(.show("home")), in: Self.app)
        try await tester.perform(.show("A"))
        let problem = await #expect(throws: Problem.self) { try await tester.open(link: link) }
        #expect(problem?.code == code)
        #expect(tester.picture == "[home A]")
        await #expect(throws: Problem.self) { try await FlowTester(Stage(.show("home")), in: Self.app, link: link) }
    }

    @Test func unknownLinkIsRejectedWithTheListOfPatterns() async throws {
        let tester = try await FlowTester(Stage(.show("home")), in: Self.app)
        let problem = await #expect(throws: Problem.self) { try await tester.open(link: "/x") }
        #expect(problem?.members["available"]?.array?.first == "/one")
    }

    @Test func frontmostFlowCanRefuseALink() async throws {
        let tester = try await FlowTester(Stage(.show("home"), .start(Puppet(.show("P")))), in: Self.app)
        try await tester.perform(.show("Q"))
        let guarded = try await FlowTester(Guarded(), in: Self.app)
        let problem = await #expect(throws: Problem.self) { try await guarded.open(link: "/one") }
        #expect(problem?.code == .linkRefused)
        #expect(problem?.detail == "You have not saved.")
        #expect(guarded.state.revision == 1)
    }

    @Test func linkKeepsTheTabsOfTheInitialFlow() async throws {
        let places = ["a", "b"].map { Command.Place(key: $0, puppet: Puppet(.show($0))) }
        let tester = try await FlowTester(Stage(.tabs(places)), in: Self.app)
        try await tester.perform(.show("M", .modal))
        try await tester.open(link: "/one")
        #expect(tester.picture == "tabs(*a[a one] b[])")
    }

    /// The link is dropped, but the flow's own change is kept.
    @Test func linkIsIgnoredAfterTheRootFlowHasFinished() async throws {
        let over = try await FlowTester(Puppet(.finish("x")), in: Self.app, link: "/one")
        #expect(over.outcome == .completed)
        let problem = await #expect(throws: Problem.self) {
            try await FlowTester(Puppet(.finish("x")), in: Self.app, link: "/nowhere")
        }
        #expect(problem?.code == .noSuchLink)
    }

    @Test func linkCancelsTheTimersOfRemovedFlows() async throws {
        let tester = try await FlowTester(
            Stage(.show("home"), .start(Puppet(.show("P"), .schedule("x", seconds: 5, id: nil)))),
            in: Self.app
        )
        try await tester.open(link: "/one")
        #expect(tester.timers.isEmpty)
    }
}

/// Refuses every link.
private struct Guarded: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) { nav.show(Draft()) }

    static var routes: Routes<Self> {
        screen(Draft.self)
        onLink { flow, link, nav in .refuse("You have not saved.") }
    }

    struct Draft: Screen {}
}
