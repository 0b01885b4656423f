import FairwayWire
import Foundation
import Testing

/// Past its limits the server says so at once, and what it has begun comes to its end.
struct OverloadTests {
    @Test func moreChangesThanMayBeUnderWayAreSentAwayAndThoseUnderWayAreAnswered() async throws {
        let store = try TemporaryStore()
        let log = store.folder.appending(path: "log")
        let server = try RunningServer("--changes-at-once", "2", "--log-format", "json", in: store, logging: log)
        let sessions = try await [StartedSession("Counter", on: server), StartedSession("Counter", on: server)]
        let other = try await StartedSession("Counter", on: server)
        let connections = try sessions.map { try Self.beginSlowly($0, on: server) }
        while try await Metric("fairway_changes_under_way", of: server).value < 2 { await Task.yield() }

        let refused = try await other.act("incrementButtonPressed")
        #expect(refused.status == 503)
        #expect(refused["Retry-After"] == "1")
        #expect(try refused.problem.code == .overloaded)
        #expect(try await Client(server).send("POST", "/v1/sessions").status == 503)
        // Reading goes on, and so does the server: it is busy, not ill.
        #expect(try await other.send("GET", "").status == 200)
        #expect(try await Client(server).send("GET", "/readyz").status == 200)
        #expect(try await Metric(#"fairway_refusals_total{code="overloaded"}"#, of: server).value == 2)

        for connection in connections { #expect(try await connection.reply().status == 200) }
        #expect(try await other.act("incrementButtonPressed").state.revision == 2)
        #expect(server.stop() == 0)
        #expect(try String(contentsOf: log, encoding: .utf8).contains(#""status":503,"code":"overloaded""#))
    }

    @Test func oneSessionCannotTakeAllTheRoom() async throws {
        let server = try RunningServer("--changes-at-once", "16")
        let crowded = try await StartedSession("Counter", on: server)
        let other = try await StartedSession("Counter", on: server)
        let connection = try Self.beginSlowly(crowded, on: server)
        while try await Metric("fairway_changes_under_way", of: server).value < 1 { await Task.yield() }
        let crowd = try RawConnection(server)
        for _ in 0..<40 {
            crowd.send(
                "POST",
                "/v1/sessions/\(crowded.id)/actions",
                #"{"action":"incrementButtonPressed"}"#,
                token: crowded.client.token
            )
        }
        let tooMany = #"fairway_refusals_total{code="too-many-requests"}"#
        while try await Metric("fairway_changes_total{kind=\"action\",outcome=\"too-many-requests\"}", of: server).value
            < 30
        { await Task.yield() }
        #expect(try await other.act("incrementButtonPressed").status == 200)
        #expect(try await connection.reply().status == 200)
        var statuses: [Int: Int] = [:]
        for _ in 0..<40 { statuses[try await crowd.reply().status, default: 0] += 1 }
        #expect(Set(statuses.keys) == [200, 429])
        #expect(try await Metric(tooMany, of: server).value == Double(statuses[429] ?? 0))
    }

    @Test func aClientThatAsksTooOftenHoldsUpNoOther() async throws {
        let server = try RunningServer("--rate", "1", "--identity-header", "X-User")
        let flood = try RawConnection(server)
        for _ in 0..<60 { flood.send("GET /healthz HTTP/1.1\r\nHost: a\r\nX-User: mallory\r\n\r\n") }
        var refused: [Client.Reply] = []
        for _ in 0..<60 {
            let reply = try await flood.reply()
            if reply.status != 200 { refused.append(reply) }
        }
        // Thirty at once, and one a second for as long as this took.
        #expect((1...30).contains(refused.count))
        #expect(refused.allSatisfy { $0.status == 429 && $0["Retry-After"] == "1" })
        let ada = Client(server)
        #expect(try await ada.send("POST", "/v1/sessions", headers: ["X-User": "ada"]).status == 201)
    }

    @Test func connectionsBeyondTheLimitAreToldSoAndThoseWithinItAreServed() async throws {
        let server = try RunningServer("--connections", "8")
        let served = try (0..<8).map { _ in try RawConnection(server) }
        for connection in served {
            connection.send("GET", "/healthz")
            #expect(try await connection.reply().status == 200)
        }
        for _ in 0..<40 {
            guard let surplus = try? RawConnection(server) else { continue }
            guard let reply = try? await surplus.reply() else { continue }
            #expect(reply.status == 503)
            #expect(reply["Retry-After"] == "1")
            #expect(reply["Connection"] == "close")
        }
        for connection in served {
            connection.send("GET", "/healthz")
            #expect(try await connection.reply().status == 200)
        }
    }

    /// Begins an action that takes three seconds.
    private static func beginSlowly(_ session: StartedSession, on server: RunningServer) throws -> RawConnection {
        let connection = try RawConnection(server)
        connection.send(
            "POST",
            "/v1/sessions/\(session.id)/actions",
            #"{"action":"slowButtonPressed","params":{"milliseconds":3000}}"#,
            token: session.client.token
        )
        return connection
    }
}
