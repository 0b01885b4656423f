import Foundation
import ServerDoubles
import TestWaits
import Testing

/// The button *Kill the server* on the samples' first page.
@Suite(.waiting)
struct DemoKillTests {
    private struct Life: Decodable {
        var upMilliseconds: Int
    }

    @Test func serverWithoutTheFlagCannotBeEnded() async throws {
        let client = Client(try await SharedServer.running())
        #expect(try await client.send("POST", "/demo/kill").status == 404)
        let offer = try await client.send("GET", "/web/samples/killing.js")
        #expect(String(decoding: offer.body, as: UTF8.self).contains("canKillServer = false"))
    }

    @Test func sessionsInMemoryAreNotEnded() async throws {
        let client = Client(try await RunningServer("--demo-kill", "--store", "memory:"))
        #expect(try await client.send("POST", "/demo/kill").status == 404)
    }

    @Test func firstPageEndsTheServerWithoutAShutdown() async throws {
        let store = try TemporaryStore()
        let server = try await RunningServer("--demo-kill", "--store", store.locator, in: store)
        let client = Client(server)
        let origin = "http://\(try #require(server.url.host())):\(try #require(server.url.port))"
        for headers in [[:], ["Origin": "https://shop.example"]] {
            #expect(try await client.send("POST", "/demo/kill", headers: headers).status == 403)
        }
        let offer = try await client.send("GET", "/web/samples/killing.js")
        #expect(String(decoding: offer.body, as: UTF8.self).contains("canKillServer = true"))
        // A server that was just started cannot be ended.
        try await until {
            let life = try await client.send("GET", "/demo/kill")
            return try JSONDecoder().decode(Life.self, from: Data(life.body)).upMilliseconds >= 3_000
        }
        await #expect(throws: (any Error).self) {
            try await client.send("POST", "/demo/kill", headers: ["Origin": origin])
        }
        #expect(await server.end() == 86)
    }
}
