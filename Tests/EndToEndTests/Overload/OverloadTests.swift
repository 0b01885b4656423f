import FairwayWire
import Foundation
import TestWaits
import Testing

/// Beyond its limits the server rejects requests immediately, and finishes those in progress.
@Suite(.waiting)
struct OverloadTests {
    @Test func changesBeyondLimitAreRejectedAndOthersAnswered() async throws {
        let store = try TemporaryStore()
        let log = store.folder.appending(path: "log")
        let server = try await RunningServer("--changes-at-once", "1", "--log-format", "json", in: store, logging: log)
        let slow = try await StartedSession("Counter", on: server)
        let other = try await StartedSession("Counter", on: server)
        var refused: Client.Reply
        var finished: Client.Reply
        var refusals = 0.0
        // Repeats if the slow change ended before the other one was sent, or exceeded its time limit during a pause.
        repeat {
            try Task.checkCancellation()
            let begun = try Self.beginSlowly(slow, on: server)
            try await Metric.waitForRise(of: "fairway_changes_under_way", on: server, during: begun)
            refused = try await other.act("incrementButtonPressed")
            // Reads continue, and the server stays healthy.
            #expect(try await other.send("GET", "").status == 200)
            #expect(try await Client(server).send("GET", "/readyz").status == 200)
            finished = try await begun.reply()
            #expect([200, 504].contains(finished.status))
            if refused.status == 503 { refusals += 1 }
        } while refused.status == 200 || finished.status == 504
        #expect(refused.status == 503)
        #expect(["1", "2"].contains(refused["Retry-After"]))
        #expect(try refused.problem.code == .overloaded)
        #expect(try await Metric(#"fairway_refusals_total{code="overloaded"}"#, of: server).value == refusals)
        #expect(try await other.act("incrementButtonPressed").status == 200)
        #expect(await server.stop() == 0)
        #expect(try String(contentsOf: log, encoding: .utf8).contains(#""status":503,"code":"overloaded""#))
    }

    @Test func oneSessionCannotFillQueue() async throws {
        let server = try await RunningServer("--changes-at-once", "16")
        let busy = try await StartedSession("Counter", on: server)
        let other = try await StartedSession("Counter", on: server)
        var statuses: [Int: Int]
        var finished: Client.Reply
        var refusals = 0
        // Repeats if the slow change ended before the other requests arrived, or exceeded its time limit during a pause.
        repeat {
            try Task.checkCancellation()
            let begun = try Self.beginSlowly(busy, on: server)
            try await Metric.waitForRise(of: "fairway_changes_under_way", on: server, during: begun)
            let connection = try RawConnection(server)
            for _ in 0..<40 {
                connection.send(
                    "POST",
                    "/v1/sessions/\(busy.id)/actions",
                    #"{"action":"incrementButtonPressed"}"#,
                    token: busy.client.token
                )
            }
            #expect(try await other.act("incrementButtonPressed").status == 200)
            finished = try await begun.reply()
            #expect([200, 504].contains(finished.status))
            statuses = [:]
            for _ in 0..<40 { statuses[try await connection.reply().status, default: 0] += 1 }
            refusals += statuses[429] ?? 0
        } while statuses[429] == nil || finished.status == 504
        #expect(Set(statuses.keys).isSubset(of: [200, 429]))
        let counted = try await Metric(#"fairway_refusals_total{code="too-many-requests"}"#, of: server).value
        #expect(counted == Double(refusals))
    }

    @Test func rateLimitedClientDelaysNoOther() async throws {
        let server = try await RunningServer("--rate", "1", "--identity-header", "X-User")
        let flood = try RawConnection(server)
        // Small responses: on a busy machine, a client that reads megabytes may be cut off as too slow.
        for _ in 0..<150 { flood.send("GET /v1/sessions/none HTTP/1.1\r\nHost: a\r\nX-User: mallory\r\n\r\n") }
        var refused: [Client.Reply] = []
        for _ in 0..<150 {
            let reply = try await flood.reply()
            if reply.status != 401 { refused.append(reply) }
        }
        // The burst is a hundred requests, plus one for each second of the test.
        #expect((1...50).contains(refused.count))
        #expect(refused.allSatisfy { $0.status == 429 && $0["Retry-After"] == "1" })
        #expect(try await Client(server).send("GET", "/healthz", headers: ["X-User": "mallory"]).status == 200)
        let ada = Client(server)
        #expect(try await ada.send("POST", "/v1/sessions", headers: ["X-User": "ada"]).status == 201)
    }

    /// The accepted connections are streams, which are never idle.
    @Test func connectionsBeyondLimitAreRejectedAndOthersServed() async throws {
        let server = try await RunningServer("--connections", "16")
        let session = try await StartedSession("Counter", on: server)
        var streams: [RawConnection] = []
        for _ in 0..<4 {
            // The server closes a connection that sends no request in time, so connect just before the request.
            let stream = try RawConnection(server)
            streams.append(stream)
            let path = "/v1/sessions/\(session.id)/stream"
            stream.send("GET", path, token: session.client.token, version: "HTTP/1.0")
            #expect(try await stream.reply(isStream: true).status == 200)
            #expect(try await stream.event().id == "1")
        }
        var refused: [Client.Reply] = []
        while refused.isEmpty {
            var flood: [RawConnection] = []
            for _ in 0..<24 { if let connection = try? RawConnection(server) { flood.append(connection) } }
            for connection in flood {
                connection.send("GET", "/healthz")
                // Some are closed without a response, because a response would need resources too.
                if let reply = try? await connection.reply(), reply.status != 200 { refused.append(reply) }
            }
        }
        #expect(refused.allSatisfy { $0.status == 503 && $0["Retry-After"] == "1" && $0["Connection"] == "close" })
        // The flood has ended, but its connections may still be counted. Then a new one is refused, or closed at once.
        try await until { (try? await session.act("incrementButtonPressed"))?.status == 200 }
        for stream in streams { #expect(try await stream.event().id == "2") }
    }

    /// Starts an action that takes five seconds. Its time limit is ten, and a busy machine may end it late.
    private static func beginSlowly(_ session: StartedSession, on server: RunningServer) throws -> RawConnection {
        let connection = try RawConnection(server)
        connection.send(
            "POST",
            "/v1/sessions/\(session.id)/actions",
            #"{"action":"slowButtonPressed","params":{"milliseconds":5000}}"#,
            token: session.client.token
        )
        return connection
    }
}
