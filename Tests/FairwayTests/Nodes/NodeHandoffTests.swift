import Fairway
import FairwayTesting
import TestWaits
import Testing

/// A handoff on one node replaces the session's token on all nodes.
@Suite(.waiting)
struct NodeHandoffTests {
    @Test(arguments: [SharedMemory.Delivery.immediate, .lost])
    func handoffReplacesTheTokenOnEveryNode(_ delivery: SharedMemory.Delivery) async throws {
        let cluster = try await Cluster(3)
        for node in cluster.nodes { cluster.memory.deliver(delivery, to: node.memory) }
        let (code, _) = try await cluster.nodes[0].engine.makeHandoff(cluster.session, by: cluster.caller)
        let taken = try await cluster.nodes[1].engine.takeHandoff(code, device: nil).state()
        let token = try #require(taken.token)
        for node in [2, 0, 1] {
            #expect(await cluster.read(node).code == .superseded)
            #expect(try await cluster.send("count", to: node).code == .superseded)
        }
        let new = Caller(.token(token))
        for node in [2, 0, 1] {
            #expect(await cluster.nodes[node].engine.state(cluster.session, by: new).status == 200)
            let refresh = await cluster.nodes[node].engine.perform(.refresh, on: cluster.session, by: new)
            #expect(refresh.status == 200)
        }
    }

    @Test func nodeThatMissedTheNoticeAcceptsTheNewToken() async throws {
        let cluster = try await Cluster()
        cluster.memory.deliver(.lost, to: cluster.nodes[1].memory)
        let (code, _) = try await cluster.nodes[0].engine.makeHandoff(cluster.session, by: cluster.caller)
        let taken = try await cluster.nodes[0].engine.takeHandoff(code, device: nil).state()
        let answer = await cluster.nodes[1].engine.perform(
            .action(name: "count", params: nil, screen: nil, draft: nil),
            on: cluster.session,
            by: Caller(.token(try #require(taken.token)))
        )
        #expect(answer.revision == 3)
    }

    @Test func idempotentRequestWithTheOldTokenIsRejected() async throws {
        let cluster = try await Cluster()
        let key = RequestKey("k", fingerprint: "f")
        try await cluster.send("count", to: 1, key: key)
        let (code, _) = try await cluster.nodes[0].engine.makeHandoff(cluster.session, by: cluster.caller)
        _ = try await cluster.nodes[0].engine.takeHandoff(code, device: nil).state()
        #expect(try await cluster.send("count", to: 1, key: key).code == .superseded)
    }

    @Test func handoffCodeIsRedeemedOnOneNodeOnly() async throws {
        let cluster = try await Cluster()
        let (code, _) = try await cluster.nodes[0].engine.makeHandoff(cluster.session, by: cluster.caller)
        let hold = cluster.nodes[0].store.holdNext()
        async let late = cluster.nodes[0].engine.takeHandoff(code, device: nil)
        await hold.reached()
        #expect(await cluster.nodes[1].engine.takeHandoff(code, device: nil).status == 200)
        hold.release()
        #expect(await late.code == .noSuchHandoff)
    }

    @Test(arguments: [SharedMemory.Delivery.immediate, .lost])
    func handoffEndsStreamsOnOtherNodes(_ delivery: SharedMemory.Delivery) async throws {
        let cluster = try await Cluster()
        cluster.memory.deliver(delivery, to: cluster.nodes[1].memory)
        let subscription = try await cluster.subscribe(1)
        let (code, _) = try await cluster.nodes[0].engine.makeHandoff(cluster.session, by: cluster.caller)
        #expect(await cluster.nodes[0].engine.takeHandoff(code, device: nil).status == 200)
        cluster.clock.advance(by: 1)
        guard case .superseded? = await subscription.next() else {
            Issue.record("the stream continued with a superseded token")
            return
        }
    }
}
