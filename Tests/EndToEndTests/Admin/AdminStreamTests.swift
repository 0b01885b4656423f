import FairwayWire
import TestWaits
import Testing

/// The operators' stream of flow events.
@Suite(.waiting)
struct AdminStreamTests {
    private struct Event: Decodable {
        var revision: Int
        var flow: Flow

        struct Flow: Decodable {
            var session: String
            var id: String
            var flow: String
            var path: String
            var screen: String?
            var front: Bool
        }
    }

    @Test func streamReportsStartsMovesAndEnds() async throws {
        let server = try await RunningServer()
        let stream = try await open(server)
        let session = try await StartedSession("Imperio", on: server)
        #expect(try await next(stream) == "start f1 Imperio Imperio.Main in front at 1")
        _ = try await session.act("tutorialStartButtonPressed")
        #expect(try await next(stream) == "move f1 Imperio Imperio.Main at 2")
        #expect(try await next(stream) == "start f2 Imperio/Tutorial Tutorial.Page1 in front at 2")
        _ = try await session.act("nextToPage2ButtonPressed")
        #expect(try await next(stream) == "move f2 Imperio/Tutorial Tutorial.Page2 in front at 3")
        // The second page has no such action, so the request fails and no event is sent.
        _ = try await session.act("cancelButtonPressed")
        _ = try await session.send("POST", "/back")
        _ = try await session.send("POST", "/back")
        #expect(try await next(stream) == "move f2 Imperio/Tutorial Tutorial.Page1 in front at 4")
        #expect(try await next(stream) == "end f2 Imperio/Tutorial Tutorial.Page1 at 5")
        #expect(try await next(stream) == "move f1 Imperio Imperio.Main in front at 5")
        _ = try await session.send("DELETE", "")
        #expect(try await next(stream) == "end f1 Imperio Imperio.Main at 6")
    }

    @Test func shutdownEndsStream() async throws {
        let server = try await RunningServer()
        let stream = try await open(server)
        #expect(await server.stop() == 0)
        await #expect(throws: RawConnection.Failure.self) { try await stream.event() }
    }

    @Test func streamRequiresOperatorToken() async throws {
        let client = Client(try await RunningServer())
        #expect(try await client.send("GET", "/v1/admin/stream").problem.code == .missingToken)
        let stranger = ["Authorization": "Bearer guessed"]
        #expect(try await client.send("GET", "/v1/admin/stream", headers: stranger).problem.code == .forbidden)
    }

    private func open(_ server: RunningServer) async throws -> RawConnection {
        let connection = try RawConnection(server)
        connection.send("GET", "/v1/admin/stream", token: RunningServer.operatorToken, version: "HTTP/1.0")
        #expect(try await connection.reply(isStream: true).status == 200)
        return connection
    }

    private func next(_ stream: RawConnection) async throws -> String {
        let (name, _, data) = try await stream.event()
        let event = try JSON.decode(Event.self, from: Array(data.utf8))
        let front = event.flow.front ? " in front" : ""
        return "\(name) \(event.flow.id) \(event.flow.path) \(event.flow.screen ?? "")\(front) at \(event.revision)"
    }
}
