import CSQLite
import FairwayWire
import Foundation
import TestWaits

/// Faults around a session, each on its own server if it would disturb others.
extension Provocation {
    /// 256 changes wait for a busy session, and the next one is rejected. Repeats if the busy one ends before they are
    /// read.
    @Sendable static func fillMailbox(_ server: RunningServer) async throws -> Client.Reply {
        var reply = try await fillMailboxOnce(server)
        for _ in 1..<TestLimits.attempts where reply.status != 429 { reply = try await fillMailboxOnce(server) }
        return reply
    }

    /// Each connection sends sixty changes, because a connection has at most 64 requests in progress.
    private static func fillMailboxOnce(_ server: RunningServer) async throws -> Client.Reply {
        let session = try await StartedSession("Counter", on: server)
        let path = "/v1/sessions/\(session.id)/actions"
        let first = try RawConnection(server)
        first.send(
            "POST",
            path,
            #"{"action":"slowButtonPressed","params":{"milliseconds":5000}}"#,
            token: session.client.token
        )
        var replies: [Client.Reply] = []
        let connections = try (0..<5).map { _ in try RawConnection(server) }
        for connection in connections {
            for _ in 0..<60 {
                connection.send("POST", path, #"{"action":"incrementButtonPressed"}"#, token: session.client.token)
            }
        }
        for connection in connections { for _ in 0..<60 { replies.append(try await connection.reply()) } }
        return replies.first { $0.status == 429 } ?? replies[0]
    }

    /// The limit is one change in progress. Repeats if the first one ends before the second is sent.
    @Sendable static func fill(_: RunningServer) async throws -> Client.Reply {
        var reply = try await fillOnce()
        for _ in 1..<TestLimits.attempts where reply.status == 200 { reply = try await fillOnce() }
        return reply
    }

    private static func fillOnce() async throws -> Client.Reply {
        let server = try await RunningServer("--changes-at-once", "1")
        let session = try await StartedSession("Counter", on: server)
        let slow = try RawConnection(server)
        slow.send(
            "POST",
            "/v1/sessions/\(session.id)/actions",
            #"{"action":"slowButtonPressed","params":{"milliseconds":9000}}"#,
            token: session.client.token
        )
        try await Metric.waitForRise(of: "fairway_changes_under_way", on: server, during: slow)
        return try await session.act("incrementButtonPressed")
    }

    /// A server that is shutting down accepts no connections, but answers requests that have begun. Repeats if the
    /// server received the signal only after the request's timeout of ten seconds.
    @Sendable static func end(_: RunningServer) async throws -> Client.Reply {
        var reply = try await endOne()
        for _ in 1..<TestLimits.attempts where reply.status == 408 { reply = try await endOne() }
        return reply
    }

    private static func endOne() async throws -> Client.Reply {
        let server = try await RunningServer()
        let connection = try RawConnection(server)
        connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /readyz HTTP/1.1\r\n")
        // Both were read in one batch, so the second has begun when the first is answered.
        _ = try await connection.reply()
        server.beginStop()
        try await until { (try? RawConnection(server)) == nil }
        connection.send("Host: a\r\n\r\n")
        return try await connection.reply()
    }

    /// Moves the store away under the server. After it is back, the server accepts changes again.
    @Sendable static func loseStore(_: RunningServer) async throws -> Client.Reply {
        let store = try TemporaryStore()
        let server = try await RunningServer("--store", store.locator)
        let session = try await StartedSession("Counter", on: server)
        try FileManager.default.moveItem(atPath: store.path, toPath: store.path + "-elsewhere")
        let reply = try await session.act("incrementButtonPressed")
        try FileManager.default.moveItem(atPath: store.path + "-elsewhere", toPath: store.path)
        guard try await session.act("incrementButtonPressed").status == 200 else { throw Unhealed() }
        return reply
    }

    struct Unhealed: Error {}

    /// The action has ended the server's process.
    @Sendable static func trap(_: RunningServer) async throws -> Client.Reply {
        let store = try TemporaryStore()
        let server = try await RunningServer("--store", store.locator, "--demo-traps")
        let session = try await StartedSession("Stall", on: server)
        _ = try? await session.act("trapButtonPressed")
        _ = await server.end()
        let next = try await RunningServer("--store", store.locator, "--demo-traps")
        return try await session.on(next).act("trapButtonPressed")
    }

    /// The session was stored by a build with another flow.
    @Sendable static func strand(_: RunningServer) async throws -> Client.Reply {
        let store = try TemporaryStore()
        let server = try await RunningServer("--store", store.locator)
        let session = try await StartedSession("Counter", on: server)
        guard await server.stop() == 0 else { throw Unhealed() }
        var database: OpaquePointer?
        sqlite3_open(store.path, &database)
        let sql = "UPDATE sessions SET front_flow_stored_name = 'Gone'; UPDATE flows SET stored_name = 'Gone'"
        sqlite3_exec(database, sql, nil, nil, nil)
        sqlite3_close(database)
        return try await session.on(RunningServer("--store", store.locator)).act("incrementButtonPressed")
    }
}
