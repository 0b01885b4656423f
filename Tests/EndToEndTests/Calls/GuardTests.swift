import FairwayWire
import Foundation
import TestWaits
import Testing

/// The preconditions of `protocol.md`, section 3, and conditional reads of sections 4.2 and 4.9, over HTTP on SQLite.
@Suite(.waiting)
struct GuardTests {
    private let server: RunningServer

    init() async throws { server = try await SharedServer.running() }

    @Test func ifMatchRequiresRevision() async throws {
        let fields = [("\"1\"", 200), ("\"2\"", 412), ("\"3\", \"1\"", 200), ("*", 200), ("W/\"1\"", 412), ("1", 412)]
        for (field, status) in fields {
            let session = try await StartedSession("Counter", on: server)
            let reply = try await session.act("incrementButtonPressed", headers: ["If-Match": field])
            #expect(reply.status == status, "\(field)")
            #expect(reply["ETag"] == (status == 200 ? "\"2\"" : "\"1\""), "\(field)")
        }
    }

    @Test func actionForCoveredScreenIsStale() async throws {
        let session = try await StartedSession("Tutorial", on: server)
        _ = try await session.act("nextToPage2ButtonPressed")
        let stale = try await session.send("POST", "/actions", #"{"action":"cancelButtonPressed","screen":"s1"}"#)
        #expect(try stale.problem.code == .staleScreen)
        let fresh = try await session.send("POST", "/actions", #"{"action":"nextToPage3ButtonPressed","screen":"s2"}"#)
        #expect(try fresh.state.screen?.name == "Tutorial.Page3")
    }

    @Test func refusalIsReplayedByteForByte() async throws {
        let session = try await StartedSession("Counter", on: server)
        let key = ["Idempotency-Key": "k"]
        let first = try await session.act("decrementButtonPressed", headers: key)
        #expect(first.status == 422)
        _ = try await session.act("incrementButtonPressed")
        let repeated = try await session.act("decrementButtonPressed", headers: key)
        #expect(repeated.body == first.body)
        #expect(repeated["Idempotency-Replayed"] == "true")
    }

    @Test func repeatedStartReturnsSameSessionAndToken() async throws {
        let key = ["Idempotency-Key": UUID().uuidString]
        let first = try await Client(server).send("POST", "/v1/sessions", "{}", headers: key)
        let repeated = try await Client(server).send("POST", "/v1/sessions", "{}", headers: key)
        #expect(first.status == 201)
        #expect(repeated.status == 201)
        #expect(repeated.body == first.body)
        #expect(repeated["Location"] == first["Location"])
        #expect(repeated["Idempotency-Replayed"] == "true")
    }

    @Test func keyOfRefusedStartCannotStartAnother() async throws {
        let key = ["Idempotency-Key": UUID().uuidString]
        let body = #"{"flow":"Parameters","input":{"second":"two"}}"#
        let first = try await Client(server).send("POST", "/v1/sessions", body, headers: key)
        #expect(try first.problem.code == .invalidInput)
        let repeated = try await Client(server).send("POST", "/v1/sessions", body, headers: key)
        #expect(repeated.body == first.body)
        #expect(repeated["Idempotency-Replayed"] == "true")
        let corrected = try await Client(server).send("POST", "/v1/sessions", "{}", headers: key)
        #expect(try corrected.problem.code == .idempotencyKeyReused)
    }

    @Test func repeatedHandoffReturnsSameToken() async throws {
        let session = try await StartedSession("Counter", on: server)
        let code = try JSON.decode(Handoff.self, from: try await session.send("POST", "/handoff").body).code
        let key = ["Idempotency-Key": UUID().uuidString]
        let body = #"{"code":"\#(code)"}"#
        let first = try await Client(server).send("POST", "/v1/handoffs", body, headers: key)
        let repeated = try await Client(server).send("POST", "/v1/handoffs", body, headers: key)
        #expect(try first.state.token != nil)
        #expect(repeated.body == first.body)
    }

    @Test func unchangedStateIsAnsweredWith304() async throws {
        let session = try await StartedSession("Counter", on: server)
        let reply = try await session.send("GET", "", headers: ["If-None-Match": "\"1\""])
        #expect(reply.status == 304)
        #expect(reply.body.isEmpty)
        #expect(try await session.send("GET", "", headers: ["If-None-Match": "\"7\""]).status == 200)
    }

    @Test func longPollReturnsAtNextChange() async throws {
        // No other session waits on this server.
        let server = try await RunningServer()
        let session = try await StartedSession("Counter", on: server)
        async let waited = session.next(after: 1).state
        try await until { try await Metric("fairway_long_polls", of: server).value >= 1 }
        _ = try await session.act("incrementButtonPressed")
        #expect(try await waited.revision == 2)
        let idle = try await session.send("GET", "", headers: ["If-None-Match": "\"2\"", "Prefer": "wait=1"])
        #expect(idle.status == 304)
    }

    @Test func resumedStreamRepeatsMissedEffects() async throws {
        let session = try await StartedSession("Planets", on: server)
        _ = try await session.act("discoverButtonPressed")
        _ = try await session.send("POST", "/actions", #"{"action":"didSelectRow","params":{"index":2}}"#)
        _ = try await session.act("showInWikipediaButtonPressed")
        let connection = try RawConnection(server)
        let head =
            "GET /v1/sessions/\(session.id)/stream HTTP/1.0\r\nAuthorization: Bearer \(session.client.token ?? "")"
        connection.send("\(head)\r\nLast-Event-ID: 2\r\n\r\n")
        #expect(try await connection.reply(isStream: true).status == 200)
        let event = try await connection.event()
        let state = try JSON.decode(StateDocument.self, from: Array(event.data.utf8))
        #expect(state.revision == 4)
        #expect(state.effects.map(\.effect) == ["openURL"])
    }
}
