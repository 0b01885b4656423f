import FairwayWire
import Foundation
import Synchronization
import TestWaits
import Testing

/// A server shuts down and its successor starts on the same store and port, while clients send actions with idempotency
/// keys.
@Suite(.waiting)
struct RollingRestartTests {
    private static let clients = 8
    private static let actions = 60
    private static let restarts = 2

    /// Each reply has the expected revision, so no action was lost or executed twice, even when connections broke.
    @Test(.waiting) func restartLosesAndRepeatsNoAction() async throws {
        let store = try TemporaryStore()
        let port = try RunningServer.portForRestarts()
        let first = try await RunningServer("--store", store.locator, in: store, port: port)
        let sessions = try await withThrowingTaskGroup(of: StartedSession.self) { group in
            for _ in 0..<Self.clients { group.addTask { try await StartedSession("Counter", on: first) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let progress = Progress()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in sessions {
                group.addTask {
                    for number in 1...Self.actions {
                        let reply = try await Self.increment(session, number, progress)
                        #expect(try reply.state.revision == number + 1)
                        progress.note(nil)
                    }
                }
            }
            var server = first
            for restart in 1...Self.restarts {
                while progress.done < restart * Self.clients * Self.actions / (Self.restarts + 1) {
                    try Task.checkCancellation()
                    await Task.yield()
                }
                #expect(await server.stop() == 0)
                server = try await RunningServer("--store", store.locator, in: store, port: port)
            }
            try await group.waitForAll()
            for session in sessions {
                let state = try await session.on(server).send("GET", "").state
                #expect(state.revision == Self.actions + 1)
            }
        }
        #expect(progress.refusals.isSubset(of: ["shutting-down"]))
    }

    /// Clients do not retry here. A server is removed from the balancer after `readyz` fails, and stopped when no
    /// request is on its way to it. Without the notice period, a request that arrives while the server stops listening
    /// could be lost.
    @Test(.waiting) func rollingRestartBehindBalancerLosesNoRequest() async throws {
        let stores = [try TemporaryStore(), try TemporaryStore()]
        func start(_ store: TemporaryStore, port: Int) async throws -> RunningServer {
            try await RunningServer("--store", store.locator, "--notice-seconds", "5m", in: store, port: port)
        }
        var servers: [RunningServer] = []
        for store in stores { servers.append(try await start(store, port: RunningServer.portForRestarts())) }
        let balancer = Balancer(servers)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<Self.clients { group.addTask { try await balancer.send(as: client) } }
            for store in stores {
                try await balancer.everybodyIsAnswered()
                let server = balancer.first
                server.beginStop()
                try await until { try await Client(server).send("GET", "/readyz").status != 200 }
                balancer.takeOut(server)
                try await balancer.everybodyIsAnswered()
                #expect(await server.stop() == 0)
                balancer.add(try await start(store, port: try #require(server.url.port)))
            }
            try await balancer.everybodyIsAnswered()
            balancer.end()
            try await group.waitForAll()
        }
        #expect(balancer.lost == 0)
        #expect(balancer.statuses == [201])
    }

    /// During the notice period requests are served. A second signal skips it.
    @Test(.waiting) func announcedStopFailsReadinessAndServesOn() async throws {
        let server = try await RunningServer("--notice-seconds", "5m")
        let session = try await StartedSession("Counter", on: server)
        server.beginStop()
        try await until { try await Client(server).send("GET", "/readyz").status != 200 }
        #expect(try await Client(server).send("GET", "/readyz").status == 503)
        #expect(try await session.on(server).send("GET", "").state.revision == 1)
        #expect(try await session.act("incrementButtonPressed").status == 200)
        #expect(await server.stop() == 0)
    }

    /// The last response on a connection contains `Connection: close`.
    @Test func lastResponseOnConnectionSaysClose() async throws {
        var reply = try? await lastAnswer()
        // On a busy machine the response may be sent before the signal arrives, or the connection closed as idle.
        for _ in 1..<TestLimits.attempts where reply?.status != 200 || reply?["Connection"] == nil {
            reply = try? await lastAnswer()
        }
        #expect(reply?.status == 200)
        #expect(reply?["Connection"] == "close")
    }

    private func lastAnswer() async throws -> Client.Reply {
        let server = try await RunningServer()
        let session = try await StartedSession("Counter", on: server)
        let connection = try RawConnection(server)
        connection.send("GET", "/v1/sessions/\(session.id)", token: session.client.token)
        #expect(try await connection.reply()["Connection"] == nil)
        connection.send(
            "POST",
            "/v1/sessions/\(session.id)/actions",
            #"{"action":"slowButtonPressed","params":{"milliseconds":5000}}"#,
            token: session.client.token
        )
        try await Metric.waitForRise(of: "fairway_changes_under_way", on: server, during: connection)
        server.beginStop()
        let reply = try await connection.reply()
        #expect(await server.stop() == 0)
        return reply
    }

    /// Repeats an action with its key until it is answered.
    private static func increment(
        _ session: StartedSession,
        _ number: Int,
        _ progress: Progress
    ) async throws -> Client.Reply {
        while true {
            try Task.checkCancellation()
            let headers = ["Idempotency-Key": "\(number)"]
            // The connection was refused or broke; both allow a retry.
            guard let reply = try? await session.act("incrementButtonPressed", headers: headers) else { continue }
            if reply.status == 200 { return reply }
            progress.note(try reply.problem.code.rawValue)
        }
    }
}

/// The progress of all clients, and the refusals they received.
private final class Progress: Sendable {
    private let notes = Mutex<(done: Int, refusals: Set<String>)>((0, []))

    var done: Int { notes.withLock(\.done) }
    var refusals: Set<String> { notes.withLock(\.refusals) }

    /// - Parameter refusal: The refusal; nil for a successful action.
    func note(_ refusal: String?) {
        notes.withLock { notes in
            if let refusal { notes.refusals.insert(refusal) } else { notes.done += 1 }
        }
    }
}
