import Fairway
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

/// A node never answers from an outdated cache.
@Suite(.waiting)
struct NodeReadingTests {
    @Test func changeIsReadIdenticallyOnEveryNode() async throws {
        let cluster = try await Cluster(3)
        for writer in 0..<3 {
            try await cluster.send("count", to: writer)
            let bodies = [await cluster.read(0), await cluster.read(1), await cluster.read(2)]
            #expect(bodies.allSatisfy { $0.revision == writer + 2 })
            #expect(Set(bodies.map(\.body)).count == 1)
        }
    }

    @Test func draftIsReadOnAnotherNode() async throws {
        let cluster = try await Cluster()
        for (node, text) in [(0, "\"A\""), (1, "\"Ad\""), (0, "\"Ada\"")] {
            let draft = try RawJSON(validating: Array(text.utf8))
            let refusal = await cluster.nodes[node].engine.setDraft(
                draft,
                cluster.session,
                screen: "s1",
                by: cluster.caller
            )
            #expect(refusal == nil)
            for reader in 0...1 { #expect(try await cluster.read(reader).state().screen?.draft == draft) }
        }
    }

    @Test func draftForAScreenThatLeftOnAnotherNodeIsRejected() async throws {
        let cluster = try await Cluster()
        try await cluster.send("push", ["label": "B"], to: 0)
        #expect(try await cluster.read(1).state().screen?.id == "s2")
        let back = await cluster.nodes[0].engine.perform(
            .back(screen: nil, to: nil, draft: nil),
            on: cluster.session,
            by: cluster.caller
        )
        #expect(back.status == 200)
        let refusal = await cluster.nodes[1].engine.setDraft(
            .null,
            cluster.session,
            screen: "s2",
            by: cluster.caller
        )
        #expect(refusal?.code == .noSuchScreen)
    }

    @Test func sessionDeletedOnAnotherNodeIsNotFound() async throws {
        let cluster = try await Cluster()
        let subscription = try await cluster.subscribe(1)
        cluster.memory.deliver(.lost, to: cluster.nodes[1].memory)
        try await cluster.send("finish", to: 0)
        #expect(try cluster.nodes[0].memory.delete(.sessions, before: cluster.clock.now, limit: 1) == 1)
        #expect(await cluster.read(1).code == .noSuchSession)
        #expect(try await cluster.send("count", to: 1).code == .noSuchSession)
        #expect(await subscription.next() == nil)
    }

    @Test func unavailableStoreIsNotHiddenByTheCache() async throws {
        let cluster = try await Cluster()
        cluster.nodes[1].store.isUnavailable = true
        #expect(await cluster.read(1).code == .storeUnavailable)
        #expect(try await cluster.send("refuse", to: 1).code == .storeUnavailable)
        cluster.nodes[1].store.isUnavailable = false
        #expect(await cluster.read(1).status == 200)
    }

    @Test func commitWithALostResponseIsNotRepeated() async throws {
        let cluster = try await Cluster()
        cluster.nodes[0].store.failNext(.afterCommit)
        #expect(try await cluster.send("count", to: 0).code == .storeUnavailable)
        for node in 0...1 { #expect(await cluster.read(node).revision == 2) }
        #expect(try await cluster.count == 1)
    }

    @Test func commitWithALostResponseIsFoundByItsKey() async throws {
        let cluster = try await Cluster()
        cluster.nodes[0].store.failNext(.afterCommit)
        let key = RequestKey("k", fingerprint: "f")
        #expect(try await cluster.send("count", to: 0, key: key).code == .storeUnavailable)
        #expect(await cluster.read(0).revision == 2)
        #expect(try await cluster.send("count", to: 1, key: key).isReplay)
        #expect(try await cluster.count == 1)
    }
}
