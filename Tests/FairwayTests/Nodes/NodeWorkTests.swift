import FairwayOperators
import FairwayTesting
import TestWaits
import Testing

@testable import Fairway

/// Each timer, job and duty of a cluster runs on one node only.
@Suite(.waiting)
struct NodeWorkTests {
    @Test func workAddedOnOneNodeWakesTheWorkerOfAnother() async throws {
        let cluster = try await Cluster()
        let worker = try Worker(cluster.nodes[1].engine)
        worker.start()
        let session = try await book(cluster, at: 0)
        // The worker finds no work, and the clock does not reach its next poll. Only a notice can wake it.
        await worker.runDueWork()
        try await pay(session, cluster, at: 0)
        try await until { try await told(session, cluster).last == "paid receipt 1" }
        #expect(cluster.world.attempts.count == 1)
    }

    @Test func eachJobRunsOnceAndIsDeliveredOnceAcrossNodes() async throws {
        let cluster = try await Cluster(3)
        var sessions: [String] = []
        for number in 0..<12 {
            let session = try await book(cluster, at: number % 3)
            try await pay(session, cluster, at: (number + 1) % 3)
            sessions.append(session)
        }
        let workers = try cluster.nodes.map { try Worker($0.engine) }
        await withDiscardingTaskGroup { group in
            for worker in workers { group.addTask { await worker.runDueWork() } }
        }
        #expect(cluster.world.attempts.count == 12)
        for session in sessions { #expect(try await told(session, cluster).filter { $0.hasPrefix("paid") }.count == 1) }
    }

    @Test func timerSetOnOneNodeFiresOnceOnAnother() async throws {
        let cluster = try await Cluster()
        let session = try await book(cluster, at: 0)
        let workers = try cluster.nodes.map { try Worker($0.engine) }
        cluster.clock.advance(by: 600)
        async let first: Void = workers[0].runDueWork()
        async let second: Void = workers[1].runDueWork()
        _ = await (first, second)
        let journal = try cluster.nodes[0].memory.journal(session, after: 0, limit: 10)
        #expect(journal.map(\.kind) == ["start", "timer"])
    }

    @Test func oneNodeSweepsUntilItReleasesTheDutyOrItsLeaseExpires() async throws {
        let cluster = try await Cluster()
        var retention = Retention()
        retention.idleSeconds = 10
        let sweepers = cluster.nodes.map { Sweeper($0.operators, retention) }
        #expect(try await sweepers[0].sweep().expired == 0)
        cluster.clock.advance(by: 20)
        #expect(try await sweepers[1].sweep() == Sweeper.Report())
        #expect(try await sweepers[0].sweep().expired == 1)
        await sweepers[0].stop()
        _ = await cluster.nodes[0].engine.start(StartRequest(flow: "Turnstile"))
        cluster.clock.advance(by: 20)
        #expect(try await sweepers[0].sweep() == Sweeper.Report())
        #expect(try await sweepers[1].sweep().expired == 1)
        // Node 1 ends without releasing its lease.
        let successor = Sweeper(cluster.nodes[0].operators, retention)
        _ = await cluster.nodes[0].engine.start(StartRequest(flow: "Turnstile"))
        cluster.clock.advance(by: 89)
        #expect(try await successor.sweep() == Sweeper.Report())
        cluster.clock.advance(by: 1)
        #expect(try await successor.sweep().expired == 1)
    }

    @Test func journalIsFoldedByOneNodeAtATime() async throws {
        let cluster = try await Cluster()
        let (node, first) = (cluster.nodes[0], cluster.nodes[0].engine)
        #expect(try await first.claim(.folding, seconds: 30))
        #expect(try await cluster.nodes[1].operators.foldJournal(limit: 10) == 0)
        #expect(try await first.claim(.folding, seconds: 0) == false)
        #expect(try await cluster.nodes[1].operators.foldJournal(limit: 10) == 1)
        #expect(try await node.operators.foldJournal(limit: 10) == 0)
        #expect(try await first.claim(.folding, seconds: 30), "the fold did not release its claim")
    }

    @Test func failedFoldIsTakenOverByAnotherNode() async throws {
        let cluster = try await Cluster()
        let interceptor = FailingFold()
        let failing = try Operators(
            App(initial: Stage(.show("nothing"))) { Flow(Puppet()) },
            store: FaultyStore(cluster.memory.open(), interceptor: interceptor),
            clock: cluster.clock
        )
        await #expect(throws: StoreError.self) { try await failing.foldJournal(limit: 10) }
        #expect(try await cluster.nodes[1].operators.foldJournal(limit: 10) == 1)
    }

    /// Fails the fold and no other call.
    private struct FailingFold: StoreInterceptor {
        func enter(_ call: String) async throws(StoreError) {
            if call.hasPrefix("foldJournal") { throw FaultyStore.unavailable }
        }

        func leave(_ call: String) async throws(StoreError) {}
    }

    private func book(_ cluster: Cluster, at node: Int) async throws -> String {
        try await cluster.nodes[node].engine.start(StartRequest(flow: "Booking")).state().session
    }

    private func pay(_ session: String, _ cluster: Cluster, at node: Int) async throws {
        let params = try RawJSON(validating: Array(#"{"amount":1}"#.utf8))
        _ = try await cluster.nodes[node].engine.perform(
            .action(name: "pay", params: params, screen: nil, draft: nil),
            on: session,
            by: Caller(.app)
        ).state()
    }

    private func told(_ session: String, _ cluster: Cluster) async throws -> [String] {
        try #require(try await cluster.nodes[0].engine.inspect(session).flows.first?.value as? Booking).told
    }
}
