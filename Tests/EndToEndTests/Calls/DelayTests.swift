import FairwayWire
import Foundation
import TestWaits
import Testing

/// No client delays another one. The tests wait for conditions and measure no times.
@Suite(.waiting)
struct DelayTests {
    @Test func slowSessionDelaysNoOther() async throws {
        let server = try await RunningServer()
        let slow = try await StartedSession("Counter", on: server)
        let other = try await StartedSession("Counter", on: server)
        let connection = try RawConnection(server)
        // The actions run one after another, so the session stays busy for as long as any test waits. Each takes less than
        // a handler's time limit of ten seconds.
        let actions = TestLimits.secondsForOutput / 9
        for _ in 0..<actions {
            connection.send(
                "POST",
                "/v1/sessions/\(slow.id)/actions",
                #"{"action":"slowButtonPressed","params":{"milliseconds":9000}}"#,
                token: slow.client.token
            )
        }
        try await Metric.waitForRise(of: "fairway_changes_under_way", on: server, during: connection)
        for count in 2...20 { #expect(try await other.act("incrementButtonPressed").state.revision == count) }
        // The slow session can be read before it is done.
        #expect(try await slow.send("GET", "").state.revision <= actions)
    }

    /// The state grows with each push until it exceeds all buffers between server and reader. All connections share one
    /// event queue, so a blocked queue would block all of them.
    @Test func stalledReaderDelaysNoOther() async throws {
        let server = try await RunningServer("--event-queues", "1")
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
        // The stalled reader misses some revisions and gets the newest one. If the test takes more than half a minute,
        // the server may have cut it off instead.
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

    /// The first received revision that is not older than one.
    private func newest(_ connection: RawConnection, from revision: Int) async throws -> Int {
        while true {
            let next = try await self.revision(connection)
            if next >= revision { return next }
        }
    }

    /// The next received revision.
    private func revision(_ connection: RawConnection) async throws -> Int {
        try #require(try await connection.event().id.flatMap { Int($0) })
    }
}
