import FairwayWire
import Foundation
import Testing

/// What one client does delays no other. Conditions are waited for; nothing is timed.
struct DelayTests {
    @Test func aSlowSessionDelaysNoOther() async throws {
        let server = try RunningServer()
        let slow = try await StartedSession("Counter", on: server)
        let other = try await StartedSession("Counter", on: server)
        let connection = try RawConnection(server)
        // One after the other, so that there is one under way for three minutes, however slow the machine is.
        for _ in 0..<20 {
            connection.send(
                "POST",
                "/v1/sessions/\(slow.id)/actions",
                #"{"action":"slowButtonPressed","params":{"milliseconds":9000}}"#,
                token: slow.client.token
            )
        }
        while try await Metric("fairway_changes_under_way", of: server).value < 1 { await Task.yield() }
        for count in 2...20 { #expect(try await other.act("incrementButtonPressed").state.revision == count) }
        // The slow one can be read meanwhile, and is not through.
        #expect(try await slow.send("GET", "").state.revision < 21)
    }

    /// The states grow with every push, until they are more than all that lies between server and reader can hold. All
    /// connections are one queue's, so that whoever held it up would hold up everybody.
    @Test func aReaderThatStallsDelaysNobody() async throws {
        let server = try RunningServer("--event-queues", "1")
        let session = try await StartedSession("Counter", on: server)
        let stalled = try RawConnection(server, receiveBytes: 4_096)
        let path = "/v1/sessions/\(session.id)/stream"
        stalled.send("GET", path, token: session.client.token, version: "HTTP/1.0")
        #expect(try await stalled.reply(isStream: true).status == 200)
        let reading = try RawConnection(server)
        reading.send("GET", path, token: session.client.token, version: "HTTP/1.0")
        #expect(try await reading.reply(isStream: true).status == 200)

        for count in 2...450 {
            #expect(try await session.act("pushButtonPressed").status == 200)
            #expect(try await newest(reading, from: count) == count)
        }
        // All that was while it took nothing: it has missed some of what the other was shown. It is taken to the newest; or,
        // where all this took half a minute, on a slow machine, it has been cut off.
        var shown: [Int] = []
        var isCutOff = false
        do {
            while shown.last != 450 { shown.append(try await revision(stalled)) }
        } catch RawConnection.Failure.cutOff {
            isCutOff = true
        }
        #expect(shown.count < 450)
        #expect(shown == Set(shown).sorted())
        let cuts = try await Metric(#"fairway_http_connections_cut_total{reason="stalled"}"#, of: server).value
        #expect(cuts == (isCutOff ? 1 : 0))
    }

    /// The first revision from one on that comes.
    private func newest(_ connection: RawConnection, from revision: Int) async throws -> Int {
        while true {
            let next = try await self.revision(connection)
            if next >= revision { return next }
        }
    }

    /// The revision that comes next.
    private func revision(_ connection: RawConnection) async throws -> Int {
        let event = try await connection.event()
        return try JSON.decode(StateDocument.self, from: Array(event.data.utf8)).revision
    }
}
