import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import Testing

@testable import FairwayServer

@Suite(.timeLimit(.minutes(60)))
struct StreamHeartbeatTests {
    /// `protocol.md`, section 4.9, promises a comment at least every 15 seconds.
    @Test func idleStreamGetsCommentWithinFifteenSeconds() async throws {
        let harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        let path = "/v1/sessions/\(begun.session)"
        let waiting = harbour.clock.waitingCount
        async let stream = harbour.send(.get, "\(path)/stream", token: begun.token)
        await harbour.clock.waiting(waiting + 1)
        harbour.clock.advance(by: 14)
        _ = try await harbour.send(.delete, path, token: begun.token)
        let body = String(decoding: try await stream.body, as: UTF8.self)
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        let first = try #require(lines.firstIndex(of: "id: 1"))
        let comment = try #require(lines.firstIndex(of: ":"))
        let last = try #require(lines.firstIndex(of: "id: 2"))
        #expect(first < comment && comment < last)
        #expect(lines.count { $0 == ":" } == 1)
        #expect(harbour.streams.count == 0)
    }
}
