import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import ServerDoubles
import TestWaits
import Testing

@testable import FairwayServer

@Suite(.waiting)
struct StreamHeartbeatTests {
    /// `protocol.md`, section 4.9, promises a comment at least every 15 seconds.
    @Test func idleStreamGetsCommentWithinFifteenSeconds() async throws {
        let harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        let path = "/v1/sessions/\(begun.session)"
        let token = try #require(begun.token)
        let stream = try TestClient(harbour.address)
        stream.send("GET \(path)/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")
        _ = try stream.read(through: "\r\n\r\n")
        #expect(try stream.chunk() == ":\n")
        // The timer was set before this event.
        #expect(try stream.chunk().hasPrefix("id: 1\n"))
        harbour.clock.advance(by: 14)
        #expect(try stream.chunk() == ":\n")
        _ = try await harbour.send(.delete, path, token: token)
        #expect(try stream.chunk().hasPrefix("id: 2\n"))
        #expect(try stream.chunk() == "")
        #expect(harbour.streams.count == 0)
    }

    /// `fetch` of some browsers resolves with the first byte of the body. Without it, the console would wait for a change.
    @Test func streamWithoutAnEventBeginsWithAComment() async throws {
        let harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        let rows = [
            ("/v1/sessions/\(begun.session)/stream", try #require(begun.token)),
            ("/v1/admin/stream", ServedHarbour.operatorToken),
        ]
        for (path, token) in rows {
            let fields = "Authorization: Bearer \(token)\r\nLast-Event-ID: 1\r\n"
            let stream = try TestClient(harbour.address)
            stream.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
            _ = try stream.read(through: "\r\n\r\n")
            #expect(try stream.chunk() == ":\n")
        }
    }
}
