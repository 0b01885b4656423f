import FairwayWire
import Foundation
import TestWaits
import Testing

/// The identity header behind an authenticating proxy. Requests without an identity or with an ambiguous one have no
/// identity.
@Suite(.waiting)
struct IdentityTests {
    struct Row: Sendable {
        let name: String
        let fields: [UInt8]
        /// The statuses for a start and for a read of Ada's session.
        let statuses: [Int]

        init(_ name: String, _ fields: String, _ bytes: [UInt8] = [], _ statuses: Int...) {
            self.name = name
            self.fields = Array(fields.utf8) + bytes + (fields.isEmpty ? [] : Array("\r\n".utf8))
            self.statuses = statuses
        }
    }

    private static let rows = [
        Row("herself", "X-User: ada", [], 201, 200),
        Row("in other letters", "x-USER:ada", [], 201, 200),
        Row("another", "X-User: eve", [], 201, 404),
        Row("nobody", "", [], 401, 404),
        Row("an empty name", "X-User: ", [], 401, 404),
        Row("the client's beside the proxy's", "X-User: ada\r\nX-User: eve", [], 400, 400),
        Row("the proxy's beside the client's", "X-User: eve\r\nX-User: ada", [], 400, 400),
        Row("bytes that are not UTF-8", "X-User: ad", [0xE4], 400, 400),
    ]

    /// The proxy names the user, so the list needs no token.
    @Test func userOfTheProxyListsOwnSessions() async throws {
        let server = try await RunningServer("--identity-header", "X-User")
        let client = Client(server)
        let ada = try await client.send("POST", "/v1/sessions", headers: ["X-User": "ada"]).state
        _ = try await client.send("POST", "/v1/sessions", headers: ["X-User": "eve"]).state
        let reply = try await client.send("GET", "/v1/sessions", headers: ["X-User": "ada"])
        #expect(try JSON.decode(SessionList.self, from: reply.body).sessions.map(\.session) == [ada.session])
        #expect(try await client.send("GET", "/v1/sessions").status == 401)
        #expect(try await client.send("GET", "/v1/sessions/\(ada.session)", headers: ["X-User": "ada"]).status == 401)
    }

    @Test func ambiguousIdentityIsRejected() async throws {
        let server = try await RunningServer("--identity-header", "X-User")
        let ada = try await Client(server).send("POST", "/v1/sessions", headers: ["X-User": "ada"]).state
        let read = "GET /v1/sessions/\(ada.session) HTTP/1.1\r\nAuthorization: Bearer \(try #require(ada.token))"
        for row in Self.rows {
            for (call, status) in zip(["POST /v1/sessions HTTP/1.1", read], row.statuses) {
                let connection = try RawConnection(server)
                connection.send(Array("\(call)\r\nHost: a\r\n".utf8) + row.fields + Array("\r\n".utf8))
                #expect(try await connection.reply().status == status, "\(row.name): \(call.prefix(4))")
            }
        }
    }
}
