import TestWaits
import Testing

/// Each waiting call occupies a connection of its client.
@Suite(.waiting)
struct WaitingCallTests {
    @Test func eachConnectionHasOneWaitingCall() async throws {
        let server = try await RunningServer()
        let session = try await StartedSession("Counter", on: server)
        let call = """
            GET /v1/sessions/\(session.id) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(try #require(session.client.token))\r\n\
            If-None-Match: "1"\r\nPrefer: wait=60\r\n\r\n
            """
        var isWaiting = false
        // Repeat if a busy machine reads the metric only after the first call has ended.
        for _ in 0..<TestLimits.attempts where !isWaiting {
            let connection = try RawConnection(server)
            connection.send(String(repeating: call, count: 64))
            try await Metric.waitForRise(of: "fairway_long_polls", on: server, during: connection)
            let waiters = try await Metric("fairway_long_polls", of: server).value
            isWaiting = !connection.hasInput
            #expect(!isWaiting || waiters == 1)
            connection.resetsWhenClosed()
        }
        #expect(isWaiting)
        try await until { try await Metric("fairway_long_polls", of: server).value == 0 }
        #expect(try await session.act("incrementButtonPressed").status == 200)
    }
}
