import FairwayWire
import Foundation
import TestWaits
import Testing

/// Operators of a file, and a batch on a server that is killed.
@Suite(.waiting)
struct OperatorsTests {
    private let store: TemporaryStore
    private let file: URL

    init() throws {
        store = try TemporaryStore()
        file = store.folder.appending(path: "operators")
    }

    /// `printf %s watch-only | sha256sum`
    private static let line = "ada view b6f80bd7a2fda6c1a44d23d187f321cabce4bdba8de34591eec5f007555554b0\n"

    @Test func operatorOfTheFileHasItsRoleFromTheNextReading() async throws {
        try Data().write(to: file)
        let server = try await RunningServer("--operators", file.path)
        let session = try await StartedSession("Counter", on: server)
        let ada = Client(server, token: "watch-only")
        #expect(try await ada.send("GET", "/v1/admin/summary").status == 403)
        try Data(Self.line.utf8).write(to: file, options: .atomic)
        // Until the server has read the file again.
        while try await ada.send("GET", "/v1/admin/summary").status == 403 {}
        let detail = try await ada.send("GET", "/v1/admin/sessions/\(session.id)")
        #expect(try JSON.decode(JSONValue.self, from: detail.body)["state"] == .null)
        let refused = try await ada.send("DELETE", "/v1/admin/sessions/\(session.id)")
        #expect(refused.status == 403)
        #expect(try refused.problem.members["needs"] == "support")
    }

    @Test func batchGoesOnAfterAKill() async throws {
        let count = 60
        var server = try await RunningServer("--store", store.locator)
        for _ in 0..<count { _ = try await StartedSession("Counter", on: server) }
        let body = #"{"action":"end","filter":{"status":"active"},"count":\#(count)}"#
        let operating = Client(server, token: RunningServer.operatorToken)
        #expect(try await operating.send("POST", "/v1/admin/batches", body).status == 202)
        // Until a part of the sessions has ended.
        while try await batch(operating)["done"] == 0 {}
        server.kill()
        server = try await RunningServer("--store", store.locator)
        let restarted = Client(server, token: RunningServer.operatorToken)
        while try await batch(restarted)["state"] == "running" {}
        let ended = try await batch(restarted)
        #expect(ended["state"] == "done")
        #expect(ended["done"] == .number(JSONNumber(count)))
        #expect(ended["failed"] == 0)
        let summary = try await restarted.send("GET", "/v1/admin/summary")
        let sessions = try JSON.decode(JSONValue.self, from: summary.body)["sessions"]
        #expect(sessions == ["active": 0, "over": .number(JSONNumber(count))])
    }

    private func batch(_ client: Client) async throws -> JSONValue {
        let reply = try await client.send("GET", "/v1/admin/batches")
        return try #require(try JSON.decode(JSONValue.self, from: reply.body)["batches"]?[0])
    }
}
