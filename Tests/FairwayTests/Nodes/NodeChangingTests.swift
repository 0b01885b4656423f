import Fairway
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

/// Changes on any node are applied exactly once.
@Suite(.waiting)
struct NodeChangingTests {
    @Test func changeOnAStaleTreeIsRetriedOnTheNewest() async throws {
        let cluster = try await Cluster(3)
        for round in 0..<6 {
            let answer = try await cluster.send("count", to: round % 3)
            #expect(answer.revision == round + 2)
        }
        // Every change but the first began on a tree that another node had replaced.
        let counted = cluster.nodes.compactMap(\.engine.statistics.nodes)
        #expect(counted.map(\.lostRaces) == [1, 2, 2])
        #expect(counted.map(\.catchUps) == [1, 2, 2])
        #expect(try await cluster.count == 6)
    }

    @Test(arguments: [(0, 1), (1, 0)])
    func slowerOfTwoConcurrentNodesRetriesItsChange(slow: Int, fast: Int) async throws {
        let cluster = try await Cluster()
        let hold = cluster.nodes[slow].store.holdNext()
        async let late = cluster.send("note", to: slow)
        await hold.reached()
        #expect(try await cluster.send("count", to: fast).revision == 2)
        hold.release()
        #expect(try await late.revision == 3)
        // The handler has run twice for one change.
        #expect(cluster.noted.all.count == 2)
        #expect(Set(cluster.noted.all).count == 1)
        #expect(try await cluster.count == 1)
    }

    @Test func idempotentRequestToAnotherNodeReturnsTheSameResponse() async throws {
        let cluster = try await Cluster(3)
        let key = RequestKey("k", fingerprint: "f")
        let first = try await cluster.send("count", to: 0, key: key)
        for node in [1, 2, 0] {
            let repeated = try await cluster.send("count", to: node, key: key)
            #expect(repeated.isReplay)
            #expect(repeated.body == first.body)
            let other = RequestKey("k", fingerprint: "g")
            #expect(try await cluster.send("count", to: node, key: other).code == .idempotencyKeyReused)
        }
        #expect(try await cluster.count == 1)
    }

    @Test func concurrentRequestsWithOneKeyAreOneChange() async throws {
        let cluster = try await Cluster()
        let key = RequestKey("k", fingerprint: "f")
        let hold = cluster.nodes[0].store.holdNext()
        async let late = cluster.send("count", to: 0, key: key)
        await hold.reached()
        let first = try await cluster.send("count", to: 1, key: key)
        hold.release()
        let second = try await late
        #expect(first.body == second.body)
        #expect([first.isReplay, second.isReplay] == [false, true])
        #expect(try await cluster.count == 1)
    }

    @Test func changeIsNotRejectedBecauseOfAStaleTree() async throws {
        let cluster = try await Cluster()
        try await cluster.send("push", ["label": "B"], to: 0)
        // Node 1 still has the old tree in memory. It lacks this screen and cannot go back.
        #expect(try await cluster.send("count", to: 1, screen: "s2").status == 200)
        try await cluster.send("push", ["label": "C"], to: 1)
        #expect(try await cluster.send("count", to: 0, revisions: [4]).status == 200)
        let back = Change.back(screen: "s3", to: nil, draft: nil)
        for node in [1, 0] { #expect(await perform(back, cluster, at: node) == (node == 1 ? nil : .staleScreen)) }
    }

    @Test func rejectionContainsTheNewestState() async throws {
        let cluster = try await Cluster()
        try await cluster.send("count", to: 0)
        let problem = try await cluster.send("refuse", to: 1).problem()
        #expect(problem.code == .rejected)
        #expect(problem.state?.revision == 2)
        try await cluster.send("finish", to: 0)
        let over = try await cluster.send("count", to: 1).problem()
        #expect(over.code == .sessionOver)
        #expect(over.state?.revision == 3)
    }

    @Test func changeSeesDraftsSavedOnAnotherNode() async throws {
        let cluster = try await Cluster()
        let typed = await cluster.nodes[0].engine.setDraft(.null, cluster.session, screen: "s1", by: cluster.caller)
        #expect(typed == nil)
        // A successful action deletes its screen's draft, which node 1 had not loaded.
        #expect(try await cluster.send("count", to: 1).state().screen?.draft == nil)
        for node in 0...1 { #expect(try await cluster.read(node).state().screen?.draft == nil) }
        #expect(try cluster.nodes[0].memory.load(cluster.session)?.drafts == [:])
    }

    @Test func draftOfARejectedActionIsKept() async throws {
        let cluster = try await Cluster()
        let caller = cluster.caller
        _ = await cluster.nodes[0].engine.setDraft(.null, cluster.session, screen: "s1", by: caller)
        let draft = try RawJSON(validating: Array("\"typed\"".utf8))
        let refusal = await cluster.nodes[1].engine.perform(
            .action(name: "refuse", params: nil, screen: "s1", draft: draft),
            on: cluster.session,
            by: caller
        )
        #expect(try refusal.problem().state?.screen?.draft == draft)
        #expect(try await cluster.read(0).state().screen?.draft == draft)
    }

    @Test func draftsSavedOnTwoNodesAreBothKept() async throws {
        let cluster = try await Cluster()
        try await cluster.send("push", ["label": "B"], to: 1)
        let below = try RawJSON(validating: Array("\"below\"".utf8))
        let caller = cluster.caller
        _ = await cluster.nodes[0].engine.setDraft(below, cluster.session, screen: "s1", by: caller)
        _ = await cluster.nodes[1].engine.perform(
            .action(name: "refuse", params: nil, screen: "s2", draft: .null),
            on: cluster.session,
            by: caller
        )
        let back = await cluster.nodes[1].engine.perform(
            .back(screen: nil, to: nil, draft: nil),
            on: cluster.session,
            by: caller
        )
        #expect(try back.state().screen?.draft == below)
    }

    @Test func runningHandlerDoesNotBlockOtherNodes() async throws {
        let cluster = try await Cluster()
        let subscription = try await cluster.nodes[1].engine.subscribe(cluster.session, by: cluster.caller, after: 1)
        async let slow = cluster.send("wait", to: 1)
        await cluster.gate.arrivals(1)
        #expect(try await cluster.send("count", to: 0).revision == 2)
        #expect(await cluster.read(1).revision == 2)
        #expect(await subscription.revision() == 2)
        cluster.gate.open()
        #expect(try await slow.revision == 3)
        #expect(try await cluster.count == 2)
    }

    @Test func startWithOneKeyCreatesOneSessionOnAnyNode() async throws {
        let cluster = try await Cluster()
        let key = RequestKey("sixteen characters", fingerprint: "POST /v1/sessions")
        let request = StartRequest(flow: "Turnstile")
        let hold = cluster.nodes[0].store.holdNext()
        async let late = cluster.nodes[0].engine.start(request, key: key)
        await hold.reached()
        let first = await cluster.nodes[1].engine.start(request, key: key)
        hold.release()
        let second = await late
        #expect(first.status == 201)
        #expect(first.body == second.body)
        #expect(second.isReplay)
    }

    private func perform(_ change: Change, _ cluster: Cluster, at node: Int) async -> ProblemCode? {
        await cluster.nodes[node].engine.perform(change, on: cluster.session, by: cluster.caller).code
    }
}
