#if Postgres
import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// Several nodes of the real executable on one PostgreSQL server. Serialised, because some tests stop the server.
@Suite(.serialized, .waiting)
struct PostgresNodeTests {
    let database: String

    init() throws { database = try PostgresServer.database() }

    func nodes(_ count: Int) async throws -> [RunningServer] {
        var nodes: [RunningServer] = []
        for _ in 0..<count { nodes.append(try await RunningServer("--store", database)) }
        return nodes
    }

    // MARK: Tests

    @Test func clientCanUseAnotherNodeForEachCall() async throws {
        let nodes = try await nodes(3)
        try await expectEachCountedOnce(drive(8, at: nodes, counts: 12) { _ in }, at: nodes)
    }

    @Test func clientsOfKilledNodeContinueAtAnother() async throws {
        let nodes = try await nodes(3)
        let clients = try await drive(8, at: nodes, counts: 40) { progress in
            await progress(60)
            nodes[1].kill()
            await progress(160)
            nodes[2].kill()
        }
        #expect(clients.map(\.refusals).reduce(0, +) > 0)
        try await expectEachCountedOnce(clients, at: [nodes[0]])
    }

    @Test func nodesReconnectAfterDatabaseRestart() async throws {
        let nodes = try await nodes(2)
        let watched = try await KeyedClient(nodes, startingAt: 0)
        let stream = try await watched.stream(at: nodes[1])
        #expect(try await stream.event().id == "1")
        let refused = Milestone(10)
        let clients = try await drive(8, at: nodes, counts: 40, refused: refused) { progress in
            await progress(60)
            try PostgresServer.crash()
            await refused.reach()
            for node in nodes {
                #expect(try await Client(node).send("GET", "/readyz").status == 503)
                #expect(try await Client(node).send("GET", "/healthz").status == 200)
                // An unknown session is in no node's cache, so the node has to ask the store.
                let reply = try await Client(node, token: Client.unknownToken).send("GET", "/v1/sessions/unknown")
                #expect(try reply.problem.code == .storeUnavailable)
                #expect(reply["Retry-After"] != nil)
            }
            try PostgresServer.start()
        }
        try await expectEachCountedOnce(clients, at: nodes)
        // The stream stayed open, and delivers a change that another node makes.
        var watching = watched
        try await watching.count()
        #expect(try await stream.event().id == "2")
    }

    @Test func nodesRecoverAfterDatabaseHangs() async throws {
        let nodes = try await nodes(2)
        let refused = Milestone(1)
        let clients = try await drive(8, at: nodes, counts: 40, refused: refused) { progress in
            await progress(60)
            try PostgresServer.pause()
            do {
                await refused.reach()
                for node in nodes {
                    #expect(try await Client(node).send("GET", "/readyz").status == 503)
                    let reply = try await Client(node).send("POST", "/v1/sessions", #"{"flow":"Counter"}"#)
                    #expect(try reply.problem.code == .storeUnavailable)
                    #expect(reply["Retry-After"] != nil)
                }
                try PostgresServer.resume()
            } catch {
                try PostgresServer.resume()
                throw error
            }
        }
        #expect(clients.map(\.refusals).reduce(0, +) > 0)
        try await expectEachCountedOnce(clients, at: nodes)
    }

    @Test func repeatedlyCutConnectionsLoseNothing() async throws {
        let nodes = try await nodes(2)
        let folder = try TemporaryStore()
        let script = folder.folder.appending(path: "cut.sql")
        let cut = """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.3
            \\watch 0.1

            """
        try cut.write(to: script, atomically: true, encoding: .utf8)
        let clients = try await drive(8, at: nodes, counts: 40) { progress in
            await progress(20)
            let cutting = try PostgresServer.begin(script, in: database)
            await progress(240)
            // Wait until the script has cut more than 20 connections, however fast the clients are.
            let rows = LineReader(cutting.output)
            var cuts = 0
            while cuts <= 20, let row = rows.next() { cuts += Int(row) ?? 0 }
            cutting.send(SIGKILL)
            _ = cutting.wait()
            #expect(cuts > 20)
        }
        try await expectEachCountedOnce(clients, at: nodes)
    }

    @Test func racingNodesCountEachChangeOnce() async throws {
        let nodes = try await nodes(2)
        let session = try await StartedSession("Counter", on: nodes[0])
        let revisions = try await withThrowingTaskGroup(of: [Int].self) { group in
            for client in 0..<6 {
                group.addTask {
                    let there = session.on(nodes[client % 2])
                    var revisions: [Int] = []
                    for number in 0..<10 {
                        let key = "k-\(client)-\(number)"
                        // The server answers with 503 if other nodes committed first too often.
                        while true {
                            try Task.checkCancellation()
                            let reply = try await there.act("incrementButtonPressed", headers: ["Idempotency-Key": key])
                            guard reply.status == 503, reply["Retry-After"] != nil else {
                                #expect(reply.status == 200, "\(String(decoding: reply.body, as: UTF8.self))")
                                revisions.append(try reply.state.revision)
                                break
                            }
                            #expect(try reply.problem.code == .overloaded)
                        }
                    }
                    return revisions
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        // Each increment has a revision of its own: none was lost, and none was based on a stale state.
        #expect(revisions.sorted() == Array(2...61))
        for node in nodes {
            let state = try await session.on(node).send("GET", "").state
            #expect(state.screen?.viewModel == (try RawJSON(validating: Array(#"{"count":60}"#.utf8))))
        }
    }

    // MARK: Helpers

    /// Runs clients that each increment their counter up to `counts`, and `happening` at the same time.
    ///
    /// - Parameters:
    ///   - refused: Passed for each attempt that a node rejects or does not answer.
    ///   - happening: Its argument waits until the clients have made 20, 60, 160 or 240 increments in total.
    private func drive(
        _ count: Int,
        at nodes: [RunningServer],
        counts: Int,
        refused: Milestone = Milestone(.max),
        _ happening: (_ progress: (Int) async -> Void) async throws -> Void
    ) async throws -> [KeyedClient] {
        let milestones = [20, 60, 160, 240].map { (count: $0, milestone: Milestone($0)) }
        // Start the sessions before anything fails: these starts have no idempotency key, so they are not repeated.
        var started: [KeyedClient] = []
        for place in 0..<count { started.append(try await KeyedClient(nodes, startingAt: place)) }
        let clients = try await withThrowingTaskGroup(of: KeyedClient.self) { group in
            for client in started {
                group.addTask {
                    var client = client
                    do {
                        while client.acknowledged < counts {
                            try await client.count { refused.pass() }
                            for step in milestones { step.milestone.pass() }
                        }
                        return client
                    } catch {
                        for milestone in milestones.map(\.milestone) + [refused] { milestone.giveUp() }
                        throw error
                    }
                }
            }
            try await happening { wanted in
                await milestones.first { $0.count == wanted }?.milestone.reach()
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(clients.allSatisfy { $0.acknowledged == counts })
        return clients
    }

    private func expectEachCountedOnce(_ clients: [KeyedClient], at nodes: [RunningServer]) async throws {
        for client in clients {
            for node in nodes { #expect(try await client.stored(at: node) == client.acknowledged) }
            let revisions = try PostgresServer.run(
                "SELECT string_agg(revision::text, ',' ORDER BY revision) FROM journal WHERE session = '\(client.session)'",
                in: database
            )
            let expected = (1...client.acknowledged + 1).map(String.init).joined(separator: ",")
            #expect(revisions.split(separator: "\n").first.map(String.init) == expected)
        }
    }
}
#endif
