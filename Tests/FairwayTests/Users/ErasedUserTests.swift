import FairwayOperators
import FairwayTesting
import TestWaits
import Testing

@testable import Fairway

/// The erasure of a user: running jobs, and streams on other nodes.
@Suite(.waiting)
struct ErasedUserTests {
    @Test(arguments: [World.Answer.wait, .waitAndFail])
    func resultOfARunningJobIsDropped(_ result: World.Answer) async throws {
        let shop = try Workshop()
        let started = await shop.engine.start(StartRequest(flow: "Booking"), by: .verified(SessionCall.ada))
        let session = try started.state().session
        shop.world.answer(result)
        try await shop.send("pay", ["amount": 5], to: session)
        let working = Task { await shop.worker.runDueWork() }
        await shop.world.gate.arrivals(1)
        #expect(try await shop.operators.eraseUser("ada") == 1)
        shop.world.gate.open()
        await working.value
        for _ in 0..<5 { await shop.pass(300) }
        #expect(shop.world.attempts.count == 1)
        #expect(shop.world.heard.isEmpty)
        #expect(try await shop.store.load(session) == nil)
        #expect(try await shop.journal(session).isEmpty)
        #expect(try await shop.store.work(WorkQuery()).rows.isEmpty)
        await shop.operators.flush()
        #expect(try await shop.store.incidents(session).isEmpty)
    }

    /// Without a notice, the node polls.
    @Test func streamOnAnotherNodeEnds() async throws {
        let cluster = try await Cluster()
        let request = StartRequest(flow: "Turnstile")
        let session = try await cluster.nodes[0].engine.start(request, by: .verified(SessionCall.ada)).state().session
        let caller = Caller(.user(SessionCall.ada))
        let stream = try await cluster.nodes[1].engine.subscribe(session, by: caller, after: 1)
        #expect(try await cluster.nodes[0].operators.eraseUser("ada") == 1)
        // Both nodes have polled and wait for their next poll.
        await cluster.clock.waiting(2)
        cluster.clock.advance(by: 1)
        #expect(await stream.next() == nil)
        for node in cluster.nodes { #expect(await node.engine.state(session, by: caller).code == .noSuchSession) }
        #expect(await cluster.read(1).status == 200)
    }
}
