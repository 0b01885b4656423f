import FairwayOperators
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import Fairway

/// A stream on one node receives the changes of all nodes.
@Suite(.waiting)
struct NodeStreamTests {
    @Test func noticeWakesAStreamWithTheMoves() async throws {
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

    @Test func pollingWakesAStreamWithoutANotice() async throws {
        let cluster = try await Cluster()
        cluster.memory.deliver(.lost, to: cluster.nodes[1].memory)
        let subscription = try await cluster.subscribe(1)
        for (revision, text) in [(2, "one"), (3, "two")] {
            try await cluster.send("toast", ["text": .string(text)], to: 0)
            // Both nodes have polled and wait for their next poll.
            await cluster.clock.waiting(2)
            cluster.clock.advance(by: 1)
            #expect(await subscription.state()?.revision == revision)
        }
    }

    @Test func streamThatSkipsRevisionsGetsAllEffects() async throws {
        let cluster = try await Cluster()
        cluster.memory.deliver(.lost, to: cluster.nodes[1].memory)
        let subscription = try await cluster.subscribe(1)
        // The node's initial poll may come late. It must not see the first change.
        cluster.nodes[1].store.isUnavailable = true
        for text in ["one", "two", "three"] { try await cluster.send("toast", ["text": .string(text)], to: 0) }
        cluster.nodes[1].store.isUnavailable = false
        cluster.memory.deliver(.immediate, to: cluster.nodes[1].memory)
        let state = try #require(await subscription.state())
        #expect(state.revision == 4)
        #expect(state.effects.map(\.id) == ["e1", "e2", "e3"])
    }

    @Test func localChangeAfterRemoteChangesLosesNothing() async throws {
        let cluster = try await Cluster()
        cluster.memory.deliver(.lost, to: cluster.nodes[1].memory)
        let subscription = try await cluster.subscribe(1)
        try await cluster.send("toast", ["text": "one"], to: 0)
        try await cluster.send("toast", ["text": "two"], to: 1)
        #expect(await subscription.state()?.effects.map(\.id) == ["e1", "e2"])
    }

    @Test func lateNoticeRepeatsNothing() async throws {
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

    @Test func sessionEndOnAnotherNodeEndsItsStreams() async throws {
        let cluster = try await Cluster()
        let subscription = try await cluster.subscribe(1)
        try await cluster.send("finish", to: 0)
        #expect(await subscription.state()?.status == .over)
        #expect(await subscription.state() == nil)
    }

    @Test func streamsOnThreeNodesSeeTheSameOrder() async throws {
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

    @Test func sessionsWithoutStreamsAreNotPolled() async throws {
        let cluster = try await Cluster()
        let others = try #require(cluster.nodes[1].engine.others)
        let subscription = try await cluster.subscribe(1)
        #expect(others.watchedSessions().map(\.id) == [cluster.session])
        subscription.cancel()
        #expect(others.watchedSessions().isEmpty)
        cluster.nodes[1].engine.dropIdleSessions()
        #expect(cluster.nodes[1].engine.liveSessionCount == 0)
    }

    @Test func operatorsSeeEventsOfOtherNodes() async throws {
        let cluster = try await Cluster()
        // Changes before the subscription are not delivered.
        await cluster.nodes[1].engine.checkWatchedSessions()
        let listener = try cluster.nodes[1].operators.listenToFlows()
        defer { listener.cancel() }
        try await cluster.send("count", to: 1)
        guard case .events(let events)? = await listener.next() else {
            Issue.record("the node's own event was not delivered")
            return
        }
        #expect(events.map(\.revision) == [2])
        try await cluster.send("count", to: 0)
        try await cluster.send("count", to: 0)
        await cluster.nodes[1].engine.checkWatchedSessions()
        guard case .missed(let count)? = await listener.next() else {
            Issue.record("the number of missed events was not delivered")
            return
        }
        #expect(count == 2)
    }
}

extension Subscription {
    /// The next state, or nil at the end.
    fileprivate func state() async -> StateDocument? {
        if case .state(let state)? = await next() { state } else { nil }
    }
}
