import FairwayWire
import Foundation
import TestWaits
import Testing

/// The events of a session's stream (`protocol.md`, sections 4.9 and 4.11).
@Suite(.waiting)
struct StreamTests {
    @Test func streamNumbersEventsAndEndsWithSession() async throws {
        let server = try await SharedServer.running()
        let session = try await StartedSession("Counter", on: server)
        let stream = try await open(session, server)
        let first = try await stream.event()
        #expect(first.id == "1")
        #expect(try state(first.data).moves.isEmpty)
        _ = try await session.act("pushButtonPressed")
        let next = try await stream.event()
        #expect(next.id == "2")
        #expect(try state(next.data).moves.map(\.move) == [.push])
        _ = try await session.send("DELETE", "")
        let last = try await stream.event()
        #expect(last.id == "3")
        #expect(try state(last.data).status == .over)
        await #expect(throws: RawConnection.Failure.self) { try await stream.event() }
    }

    @Test func handoffSupersedesOldStream() async throws {
        let server = try await SharedServer.running()
        let session = try await StartedSession("Counter", on: server)
        let stream = try await open(session, server)
        _ = try await stream.event()
        let handoff = try JSON.decode(Handoff.self, from: try await session.send("POST", "/handoff").body)
        // A code has at least 60 bits. Each character of base64 encodes six.
        #expect(handoff.code.count * 6 >= 60)
        let body = #"{"code":"\#(handoff.code)","device":{"idiom":"pad"}}"#
        #expect(try await Client(server).send("POST", "/v1/handoffs", body).status == 200)
        #expect(try await stream.event().name == "superseded")
        await #expect(throws: RawConnection.Failure.self) { try await stream.event() }
        let operating = session.client.as(RunningServer.operatorToken)
        let reply = try await operating.send("GET", "/v1/admin/sessions/\(session.id)")
        let detail = try JSON.decode(JSONValue.self, from: reply.body)
        #expect(detail["session"]?["device"]?["idiom"] == "pad")
    }

    private func open(_ session: StartedSession, _ server: RunningServer) async throws -> RawConnection {
        let stream = try RawConnection(server)
        let path = "/v1/sessions/\(session.id)/stream"
        stream.send("GET", path, token: session.client.token, version: "HTTP/1.0")
        let head = try await stream.reply(isStream: true)
        #expect(head.status == 200)
        #expect(head["Content-Type"] == "text/event-stream")
        #expect(head["Cache-Control"] == "no-store")
        return stream
    }

    private func state(_ data: String) throws -> StateDocument {
        try JSON.decode(StateDocument.self, from: Array(data.utf8))
    }
}
