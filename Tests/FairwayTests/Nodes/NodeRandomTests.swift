import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import Fairway

/// Many clients on three nodes with delayed and lost notices.
@Suite(.waiting)
struct NodeRandomTests {
    private static let clients = 8
    private static let actions = 40

    @Test func randomClientsOnThreeNodesLoseAndRepeatNothing() async throws {
        let seed = Seed()
        let cluster = try await Cluster(3)
        let readers = try await [
            Reader(cluster.subscribe(0)), Reader(cluster.subscribe(1)), Reader(cluster.subscribe(2)),
        ]
        let faults = try await withThrowingTaskGroup(of: [String].self) { group in
            for client in 0..<Self.clients {
                let generator = Seed(seed.value &+ UInt64(client)).makeGenerator()
                group.addTask { try await drive(client, cluster, generator) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(faults == [], "\(seed)")
        #expect(try await cluster.count == Self.clients * Self.actions / 2, "\(seed)")
        while try await cluster.send("finish", to: 0).status == 503 {}
        for node in cluster.nodes { await node.engine.checkWatchedSessions() }
        let journal = try cluster.nodes[0].memory.journal(cluster.session, after: 0, limit: 10_000)
        #expect(journal.map(\.revision) == Array(1...journal.count), "\(seed)")
        let effects = journal.flatMap(\.effects).map(\.id)
        #expect(effects.count == Self.clients * Self.actions / 2, "\(seed)")
        for reader in readers {
            let (revisions, seen) = await reader.all
            #expect(revisions == Set(revisions).sorted(), "\(seed)")
            #expect(revisions.last == journal.count, "\(seed)")
            #expect(seen == effects, "\(seed)")
        }
    }

    /// Reads a stream to its end.
    private struct Reader {
        private let task: Task<(revisions: [Int], effects: [String]), Never>

        init(_ subscription: Subscription) {
            task = Task {
                var revisions: [Int] = []
                var effects: [String] = []
                while case .state(let state)? = await subscription.next() {
                    revisions.append(state.revision)
                    effects += state.effects.map(\.id)
                }
                return (revisions, effects)
            }
        }

        var all: (revisions: [Int], effects: [String]) {
            get async { await task.value }
        }
    }

    /// Sends each numbered request under its own idempotency key until a response arrives, and sometimes once more.
    /// Reads states and saves drafts in between. The observed revisions must never decrease.
    private func drive(_ client: Int, _ cluster: Cluster, _ generator: SeededGenerator) async throws -> [String] {
        var generator = generator
        var faults: [String] = []
        var newest = 0
        for action in 0..<Self.actions {
            let key = RequestKey("\(client)/\(action)", fingerprint: "one")
            let (name, params): (String, JSONValue?) =
                action % 2 == 0 ? ("count", nil) : ("toast", ["text": .string("\(client)/\(action)")])
            var bodies: [[UInt8]] = []
            while bodies.isEmpty || Bool.random(using: &generator) {
                let node = Int.random(in: 0..<3, using: &generator)
                switch Int.random(in: 0..<12, using: &generator) {
                case 0: cluster.nodes[node].store.failNext(.afterCommit)
                case 1: cluster.nodes[node].store.failNext(.beforeCommit)
                case 2: cluster.memory.deliver(.lost, to: cluster.nodes[node].memory)
                case 3: cluster.memory.deliver(.held, to: cluster.nodes[node].memory)
                case 4...5: cluster.memory.deliver(.immediate, to: cluster.nodes[node].memory)
                case 6: cluster.nodes[node].engine.dropIdleSessions()
                case 7:
                    let typed = RawJSON(known: Array("\(action)".utf8))
                    _ = await cluster.nodes[node].engine.setDraft(
                        typed,
                        cluster.session,
                        screen: "s1",
                        by: cluster.caller
                    )
                default: break
                }
                let answer = try await cluster.send(name, params, to: node, key: key)
                if answer.status == 200 { bodies.append(answer.body) }
                let reader = Int.random(in: 0..<3, using: &generator)
                let read = await cluster.read(reader)
                guard read.status == 200, let revision = read.revision else { continue }
                if revision < newest { faults.append("client \(client) read \(revision) after \(newest)") }
                newest = max(newest, revision, answer.status == 200 && !answer.isReplay ? answer.revision ?? 0 : 0)
            }
            if Set(bodies).count != 1 { faults.append("client \(client) got different answers under one key") }
        }
        return faults
    }
}
