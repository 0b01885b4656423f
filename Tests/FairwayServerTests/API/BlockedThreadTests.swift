import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import ServerDoubles
import TestWaits
import Testing

@testable import FairwayServer

/// Handlers that block their threads delay no other call. The tests check the order of answers, not times.
@Suite(.waiting)
struct BlockedThreadTests {
    @Test func otherCallsAreAnsweredWhileSixteenHandlersBlock() async throws {
        let harbour = try await ServedHarbour()
        let blocked = try await Self.block(16, harbour)
        await harbour.threads.arrivals(16)

        let other = try await harbour.begin()
        let token = try #require(other.token)
        let stream = try TestClient(harbour.address)
        let path = "/v1/sessions/\(other.session)"
        stream.send(
            "GET \(path)/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\nLast-Event-ID: 1\r\n\r\n"
        )
        #expect(try stream.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        let action = #"{"action":"callPilot"}"#
        #expect(try await harbour.send(.post, "\(path)/actions", action, token: token).status == 200)
        #expect(try stream.event().hasPrefix("id: 2\n"))
        #expect(try await harbour.send(.get, path, token: token).status == 200)
        for page in ["/healthz", "/readyz", "/v1/admin/flows", "/v1/admin/sessions"] {
            #expect(try await harbour.send(.get, page).status == 200)
        }

        harbour.threads.open()
        for reply in blocked { #expect(try await reply.value.status == 200) }
    }

    @Test func blockingHandlerIsAnsweredWith504() async throws {
        let harbour = try await ServedHarbour()
        let blocked = try await Self.block(1, harbour)
        await harbour.threads.arrivals(1)
        await harbour.clock.waiting(1)
        harbour.clock.advance(by: 10)
        #expect(try await blocked[0].value.status == 504)
        harbour.threads.open()
    }

    @Test func shutdownDoesNotWaitForBlockingHandler() async throws {
        let harbour = try await ServedHarbour()
        let blocked = try await Self.block(1, harbour)
        await harbour.threads.arrivals(1)
        await harbour.stop()
        await #expect(throws: ClientFailure.self) { try await blocked[0].value }
        harbour.threads.open()
    }

    private static func block(_ count: Int, _ harbour: ServedHarbour) async throws -> [Task<HarbourReply, any Error>] {
        var replies: [Task<HarbourReply, any Error>] = []
        for _ in 0..<count {
            let started = try await harbour.send(.post, "/v1/sessions", #"{"flow":"DryDock"}"#)
            let session = try JSON.decode(StateDocument.self, from: started.body)
            let path = "/v1/sessions/\(session.session)/actions"
            replies.append(
                Task { try await harbour.send(.post, path, #"{"action":"block"}"#, token: session.token) }
            )
        }
        return replies
    }
}
