import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// Operators' calls about a user, on a server with a store in a file.
@Suite(.waiting)
struct UserErasureTests {
    private let store: TemporaryStore
    private let server: RunningServer
    private let client: Client
    private let operators: Client

    /// Occurs in everything that Ada types.
    private static let typed = "typed-by-4d41"
    private static let ada = "ada+4d41@example.org/1"
    private static let path = "/v1/admin/users/ada%2B4d41%40example.org%2F1"

    init() async throws {
        store = try TemporaryStore()
        server = try await RunningServer("--store", store.locator, "--identity-header", "X-User", in: store)
        client = Client(server)
        operators = Client(server, token: RunningServer.operatorToken)
    }

    @Test func eraseLeavesNothingOfTheUser() async throws {
        let sessions = try await adasSessions()
        let bob = try await client.send("POST", "/v1/sessions", headers: ["X-User": "bob"]).state
        let others = try await operators.send("GET", "/v1/admin/sessions").body
        #expect(String(decoding: others, as: UTF8.self).contains(Self.ada))

        let erasure = try await operators.send("DELETE", Self.path)
        #expect(erasure.status == 200)
        #expect(String(decoding: erasure.body, as: UTF8.self) == #"{"sessions":2}"#)
        for file in [store.path, store.path + "-wal"] {
            let bytes = try Data(contentsOf: URL(filePath: file))
            for text in [Self.typed] + sessions.map(\.session) {
                #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) is in \(file) after the answer")
            }
        }

        for session in sessions {
            let call = "/v1/sessions/\(session.session)"
            #expect(try await client.as(session.token).send("GET", call, headers: ["X-User": Self.ada]).status == 404)
        }
        #expect(try await ids(of: Self.ada).isEmpty)
        #expect(try await ids(of: "bob") == [bob.session])
        #expect(
            try await client.as(bob.token).send("GET", "/v1/sessions/\(bob.session)", headers: ["X-User": "bob"]).status
                == 200
        )
        let again = try await operators.send("DELETE", Self.path)
        #expect(String(decoding: again.body, as: UTF8.self) == #"{"sessions":0}"#)

        let copy = store.folder.appending(path: "copy.sqlite").path
        let backup = try SpawnedProcess(
            BuiltExecutable("fairway-samples").url,
            ["backup", copy, "--store", store.locator],
            in: store.folder
        )
        #expect(await backup.result().code == 0)
        #expect(await server.stop() == 0)
        for file in [copy, store.path] {
            let bytes = try Data(contentsOf: URL(filePath: file))
            #expect(bytes.range(of: Data("bob".utf8)) != nil)
            // The audit names the user.
            #expect(bytes.range(of: Data(Self.ada.utf8)) != nil)
            for text in [Self.typed] + sessions.map(\.session) {
                #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) is in \(file)")
            }
        }
    }

    @Test func streamEndsWhenItsUserIsErased() async throws {
        let session = try await adasSessions()[1]
        let connection = try RawConnection(server)
        connection.send(
            "GET /v1/sessions/\(session.session)/stream HTTP/1.0\r\nHost: a\r\nX-User: \(Self.ada)\r\n"
                + "Authorization: Bearer \(try #require(session.token))\r\n\r\n"
        )
        #expect(try await connection.reply(isStream: true).status == 200)
        #expect(try await connection.event().name == "state")
        #expect(try await operators.send("DELETE", Self.path).status == 200)
        await #expect(throws: RawConnection.Failure.self) { try await connection.event() }
        #expect(try await operators.send("GET", "/v1/admin/sessions/\(session.session)").status == 404)
    }

    @Test func exportHasEverythingThatIsKeptOfTheUser() async throws {
        let sessions = try await adasSessions()
        let reply = try await operators.send("GET", "\(Self.path)/export")
        #expect(reply["Content-Type"] == "application/x-ndjson")
        let lines = try reply.body.split(separator: UInt8(ascii: "\n")).map {
            try JSON.decode(JSONValue.self, from: Array($0))
        }
        // Newest first.
        #expect(lines.map { $0["session"]?["session"]?.string } == sessions.reversed().map(\.session))
        #expect(lines.allSatisfy { $0["session"]?["user"]?.string == Self.ada })
        let texts = try lines.map { String(decoding: try JSON.encode($0), as: UTF8.self) }
        #expect(texts.allSatisfy { $0.contains(Self.typed) })
        #expect(lines[0]["drafts"]?.object?.members.count == 1)
        #expect(lines[1]["journal"]?.array?.compactMap { $0["kind"]?.string } == ["start", "action"])

        let nobody = try await operators.send("GET", "/v1/admin/users/nobody/export")
        #expect(nobody.status == 200)
        #expect(nobody.body.isEmpty)
    }

    @Test(arguments: ["GET /export", "DELETE "])
    func callsAboutUsersNeedAnOperator(_ call: String) async throws {
        let words = call.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let path = Self.path + words[1]
        #expect(try await client.send(String(words[0]), path).status == 401)
        #expect(try await client.as("wrong").send(String(words[0]), path).status == 403)
    }

    /// A session that is over and has a result, and an active one with a draft.
    private func adasSessions() async throws -> [StateDocument] {
        let user = ["X-User": Self.ada]
        let over = try await client.send("POST", "/v1/sessions", #"{"flow": "EditProfile"}"#, headers: user).state
        let saved = try await client.as(over.token).send(
            "POST",
            "/v1/sessions/\(over.session)/actions",
            #"{"action": "saveButtonPressed", "params": {"name": "\#(Self.typed)", "email": "\#(Self.typed)@example.org"}}"#,
            headers: user.merging(["Idempotency-Key": "save"]) { own, _ in own }
        )
        #expect(try saved.state.status == .over)
        let active = try await client.send("POST", "/v1/sessions", #"{"flow": "EditProfile"}"#, headers: user).state
        let screen = try #require(active.screen?.id)
        let draft = try await client.as(active.token).send(
            "PUT",
            "/v1/sessions/\(active.session)/screens/\(screen)/draft",
            #"{"name": "\#(Self.typed)"}"#,
            headers: user
        )
        #expect(draft.status == 204)
        return [over, active]
    }

    private func ids(of user: String) async throws -> [String] {
        let escaped = user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? user
        let reply = try await operators.send("GET", "/v1/admin/sessions?user=\(escaped)")
        let rows = try JSON.decode(JSONValue.self, from: reply.body)["sessions"]?.array ?? []
        return rows.compactMap { $0["session"]?.string }
    }
}
