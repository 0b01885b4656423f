import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// Whoever watches at one node sees what happens at the others.
@Suite(.timeLimit(.minutes(10)))
struct NodeStreamTests {
    @Test func aReaderIsWokenByANoticeAndGetsTheMoves() async throws {
        let cluster = try await Cluster()
        let subscription = try await cluster.subscribe(1)
        for (revision, label) in [(2, "B"), (3, "C")] {
            let reply = try await cluster.send("push", ["label": .string(label)], to: 0).state()
            let state = try #require(await subscription.state())
            #expect(state.revision == revision)
            #expect(state.moves == reply.moves)
            #expect(state.moves.map(\.move) == [.push])
            #expect(state.json == reply.json)
        }
    }

    @Test func whereNoNoticeComesAReaderIsWokenByTheNextLook() async throws {
        let cluster = try await Cluster()
        cluster.memory.deliver(.lost, to: cluster.nodes[1].memory)
        let subscription = try await cluster.subscribe(1)
        for (revision, text) in [(2, "one"), (3, "two")] {
            try await cluster.send("toast", ["text": .string(text)], to: 0)
            // Both nodes have looked before, and wait for the next time.
            await cluster.clock.waiting(2)
            cluster.clock.advance(by: 1)
            #expect(await subscription.state()?.revision == revision)
        }
    }

    @Test func aReaderThatIsTakenOverRevisionsGetsTheEffectsOfAll() async throws {
        let cluster = try await Cluster()
        cluster.memory.deliver(.lost, to: cluster.nodes[1].memory)
        let subscription = try await cluster.subscribe(1)
        // The look that a node begins with may come late: it must not find the first of them.
        cluster.nodes[1].store.isUnavailable = true
        for text in ["one", "two", "three"] { try await cluster.send("toast", ["text": .string(text)], to: 0) }
        cluster.nodes[1].store.isUnavailable = false
        cluster.memory.deliver(.immediate, to: cluster.nodes[1].memory)
        let state = try #require(await subscription.state())
        #expect(state.revision == 4)
        #expect(state.effects.map(\.id) == ["e1", "e2", "e3"])
    }

    @Test func aChangeAtTheReadersNodeAfterOnesElsewhereLosesNothing() async throws {
        let cluster = try await Cluster()
        cluster.memory.deliver(.lost, to: cluster.nodes[1].memory)
        let subscription = try await cluster.subscribe(1)
        try await cluster.send("toast", ["text": "one"], to: 0)
        try await cluster.send("toast", ["text": "two"], to: 1)
        #expect(await subscription.state()?.effects.map(\.id) == ["e1", "e2"])
    }

    @Test func aNoticeThatIsLateTellsNothingTwice() async throws {
        let cluster = try await Cluster()
        cluster.memory.deliver(.held, to: cluster.nodes[1].memory)
        let subscription = try await cluster.subscribe(1)
        try await cluster.send("count", to: 0)
        #expect(await cluster.read(1).revision == 2)
        #expect(await subscription.state()?.revision == 2)
        cluster.memory.deliver(.immediate, to: cluster.nodes[1].memory)
        try await cluster.send("count", to: 1)
        #expect(await subscription.state()?.revision == 3)
    }

    @Test func aSessionThatEndsAtAnotherNodeEndsItsStreams() async throws {
        let cluster = try await Cluster()
        let subscription = try await cluster.subscribe(1)
        try await cluster.send("finish", to: 0)
        #expect(await subscription.state()?.status == .over)
        #expect(await subscription.state() == nil)
    }

    @Test func manyReadersAtThreeNodesSeeOneOrder() async throws {
        let cluster = try await Cluster(3)
        var readers: [Task<[Int], Never>] = []
        for node in 0..<9 {
            let subscription = try await cluster.subscribe(node % 3)
            readers.append(
                Task {
                    var seen: [Int] = []
                    while let state = await subscription.state() { seen.append(state.revision) }
                    return seen
                }
            )
        }
        for round in 0..<30 { try await cluster.send("count", to: round % 3) }
        try await cluster.send("finish", to: 1)
        for reader in readers {
            let seen = await reader.value
            #expect(seen == Set(seen).sorted())
            #expect(seen.last == 32)
        }
    }

    @Test func whatNobodyWatchesIsLookedAtNoMore() async throws {
        let cluster = try await Cluster()
        let others = try #require(cluster.nodes[1].engine.others)
        let subscription = try await cluster.subscribe(1)
        #expect(others.takeStock().map(\.id) == [cluster.session])
        subscription.cancel()
        #expect(others.takeStock().isEmpty)
        cluster.nodes[1].engine.dropIdleSessions()
        #expect(cluster.nodes[1].engine.liveSessionCount == 0)
    }

    @Test func operatorsAreToldThatSomethingHappenedAtAnotherNode() async throws {
        let cluster = try await Cluster()
        // What has happened before they listen is told to nobody.
        await cluster.nodes[1].engine.lookAtWatched()
        let listener = try cluster.nodes[1].engine.listenToFlows()
        defer { listener.cancel() }
        try await cluster.send("count", to: 1)
        guard case .events(let events)? = await listener.next() else {
            Issue.record("what happened at the node itself is told as it was")
            return
        }
        #expect(events.map(\.revision) == [2])
        try await cluster.send("count", to: 0)
        try await cluster.send("count", to: 0)
        await cluster.nodes[1].engine.lookAtWatched()
        guard case .missed(let count)? = await listener.next() else {
            Issue.record("nothing was told")
            return
        }
        #expect(count == 2)
    }
}

extension Subscription {
    /// The next state; nil when there is none.
    fileprivate func state() async -> StateDocument? {
        if case .state(let state)? = await next() { state } else { nil }
    }
}
