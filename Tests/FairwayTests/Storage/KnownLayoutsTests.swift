import FairwayWire
import Testing

@testable import Fairway

/// Sessions with the same layout share the decoded layout.
struct KnownLayoutsTests {
    @Test func sessionsWithTheSameLayoutShareIt() async throws {
        let stages = try await StoredStages(count: 2)
        let states = try stages.sessions.map { session in
            var session = session
            // A separate copy of the text, as if read from a file.
            session.session.layout = RawJSON(known: Array(session.session.layout.description.utf8))
            return try SessionState(session, stages.engine.blueprint)
        }
        #expect(states[0].row.layout.place == states[1].row.layout.place)
        let navigations = states.map(\.keptDocument.navigation)
        #expect(try #require(navigations[0].json).place == #require(navigations[1].json).place)
        #expect(navigations[0].value == states[1].tree.navigation)
        // The rest of the sessions' state is not shared.
        #expect(states.map(\.document.session) == stages.sessions.map(\.session.id))
    }

    /// Each session numbers its screens from 1, so sessions with the same layout can show different screens.
    @Test func sessionsWithTheSameLayoutCanHaveDifferentScreensAndFlows() async throws {
        let stages = try await StoredStages(count: 1)
        let page = stages.sessions[0]
        var landmark = page
        let screens = page.flows[0].screens.description
        landmark.flows[0].screens = RawJSON(
            known: Array(screens.replacing(#""name":"Page""#, with: #""name":"Landmark""#).utf8)
        )
        var puppet = page
        puppet.flows[0].storedName = "Puppet"
        // Several orders of the sessions. One session comes twice in a row.
        for (session, screen, flow) in [
            (page, "Page", "Stage"), (landmark, "Landmark", "Stage"), (landmark, "Landmark", "Stage"),
            (puppet, "Page", "Puppet"), (page, "Page", "Stage"), (puppet, "Page", "Puppet"),
        ] {
            let state = try SessionState(session, stages.engine.blueprint)
            let reference = ScreenReference(id: "s1", name: screen, flow: flow)
            #expect(state.document.navigation == Navigation(id: "c1", content: .stack([reference])))
            #expect(state.keptDocument.navigation.json == state.document.navigation?.json)
        }
    }

    @Test func endedSessionShowsNothing() async throws {
        let stages = try await StoredStages(count: 1)
        var over = stages.sessions[0]
        over.session.status = .over
        _ = try SessionState(stages.sessions[0], stages.engine.blueprint)
        let state = try SessionState(over, stages.engine.blueprint)
        #expect(state.document.navigation == nil)
        #expect(state.keptDocument.navigation.json == nil)
    }

    @Test func changingOneSessionDoesNotChangeTheOther() async throws {
        let stages = try await StoredStages(count: 2)
        let (mover, other) = (stages.sessions[0].session.id, stages.sessions[1].session.id)
        let before = try await stages.state(of: other)
        try await stages.perform(.show("y"), on: mover)
        #expect(try await stages.state(of: other) == before)
        let moved = try await stages.state(of: mover)
        #expect(moved.navigation != before.navigation)
        #expect(try SessionState(stages.sessions[1], stages.engine.blueprint).document.navigation == before.navigation)
    }

    /// An effect increments a counter in the layout, so the session no longer shares it.
    @Test func changeWithoutMovesIsReadAsWritten() async throws {
        let stages = try await StoredStages(count: 2)
        let session = stages.sessions[0].session.id
        try await stages.perform(.toast("t"), on: session)
        let stored = try #require(try stages.store.load(session))
        #expect(stored.session.layout != stages.sessions[1].session.layout)
        let read = try SessionState(stored, stages.engine.blueprint)
        #expect(read.tree.next.effect == 2)
        #expect(try SessionState(stages.sessions[1], stages.engine.blueprint).tree.next.effect == 1)
        #expect(read.document.navigation == (try await stages.state(of: session)).navigation)
    }

    @Test func tabsWithDifferentTitlesOrFlowsAreDifferentLayouts() throws {
        let layouts = LayoutCache()
        let variants = [("a", 1), ("b", 1), ("a", 2), ("a", 1)].map { title, state in
            let tab = Area.TabArea(
                key: "k",
                title: Text(verbatim: title),
                shownTitle: title,
                area: .stack(Area.Stack(id: ContainerID(2))),
                unstarted: UnstartedFlow(
                    flow: "Puppet",
                    version: 1,
                    state: RawJSON(known: Array("{\"count\":\(state)}".utf8))
                )
            )
            let area = Area.tabs(Area.Tabs(id: ContainerID(1), owner: NodeID(1), selected: "k", tabs: [tab]))
            let layer = Layer(presentation: nil, navigates: true, area: area)
            return StoredLayout(next: NextIdentifiers(screen: 2), layers: [layer]).json
        }
        let read = try variants.map { try layouts.layout($0) }
        for (json, layout) in zip(variants, read) {
            #expect(layout.json == json)
            #expect(try layout.layers == CachedLayout(json).layers)
        }
        #expect(read[0].layers != read[1].layers)
        #expect(read[0].layers != read[2].layers)
        #expect(read[0].layers == read[3].layers)
    }

    @Test func cachedSessionsShareLayouts() async throws {
        let stages = try await StoredStages(count: 2)
        var places: Set<UnsafeRawPointer?> = []
        for session in stages.sessions.map(\.session.id) {
            let live = stages.engine.sessions.checkOut(session)
            defer { stages.engine.sessions.checkIn(live) }
            let state = try #require(live.state)
            places.insert(state.row.layout.place)
            #expect(state.row.layout == StoredLayout(state.tree).json)
            #expect(!state.tree.changes.layout)
        }
        #expect(places.count == 1)
    }

    /// Layouts that are not in the cache, or no longer, are decoded.
    @Test func moreLayoutsThanTheCacheHoldsAreRead() throws {
        let layouts = LayoutCache()
        for _ in 0..<2 {
            for number in 1...1_000 {
                #expect(try layouts.layout(Self.layout(nextScreen: number)).next.screen == number)
            }
        }
        let last = Self.layout(nextScreen: 1_000)
        #expect(try layouts.layout(last) === layouts.layout(last))
    }

    @Test(arguments: [(2_048, true), (2_049, false)])
    func longLayoutIsNotCached(byteCount: Int, isKept: Bool) throws {
        let layouts = LayoutCache()
        let short = Self.layout(nextScreen: 7).bytes
        let json = RawJSON(known: short + Array(repeating: 0x20, count: byteCount - short.count))
        #expect(try layouts.layout(json).next.screen == 7)
        #expect(try (layouts.layout(json) === layouts.layout(json)) == isKept)
    }

    @Test func malformedLayoutIsNotCached() throws {
        let layouts = LayoutCache()
        for _ in 0..<2 {
            #expect(throws: (any Error).self) { try layouts.layout(Self.layout(nextScreen: 0)) }
            #expect(throws: (any Error).self) { try layouts.layout(.emptyObject) }
        }
    }

    private static func layout(nextScreen: Int) -> RawJSON {
        StoredLayout(next: NextIdentifiers(screen: nextScreen), layers: []).json
    }
}

extension RawJSON {
    /// The address of the layout's text.
    fileprivate var place: UnsafeRawPointer? { bytes.withUnsafeBytes(\.baseAddress) }
}
