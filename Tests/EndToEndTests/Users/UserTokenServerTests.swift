import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// A server with the keys of an identity provider.
@Suite(.waiting)
struct UserTokenServerTests {
    private let key: ProviderKey
    private let provider: IdentityProvider
    private let server: RunningServer
    private let client: Client
    private let ada: String

    init() async throws {
        let store = try TemporaryStore()
        key = try ProviderKey(.p256, id: "2025")
        provider = try IdentityProvider(key, in: store)
        ada = try provider.token(of: "ada", by: key)
        server = try await RunningServer(in: store, provider: provider)
        client = Client(server)
    }

    /// Starts a session of Ada. Returns its path.
    private func startedPath() async throws -> String {
        let reply = try await client.as(ada).send("POST", "/v1/sessions", #"{"flow":"Counter"}"#)
        #expect(reply.status == 201)
        #expect(try reply.state.token == nil)
        return "/v1/sessions/\(try reply.state.session)"
    }

    private func checkRefusal(_ reply: Client.Reply) throws {
        #expect(reply.status == 401)
        #expect(try reply.problem.code == .invalidToken)
        #expect(reply["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
    }

    @Test func secondDeviceListsTheSessionAndRacesOnIt() async throws {
        let path = try await startedPath()
        let second = client.as(try provider.token(of: "ada", by: key, expiringIn: 1_800))
        let list = try JSON.decode(SessionList.self, from: try await second.send("GET", "/v1/sessions").body)
        #expect(list.sessions.map { "/v1/sessions/\($0.session)" } == [path])
        let body = #"{"action":"incrementButtonPressed"}"#
        let guards = ["If-Match": "\"1\""]
        async let one = client.as(ada).send("POST", "\(path)/actions", body, headers: guards).status
        async let other = second.send("POST", "\(path)/actions", body, headers: guards).status
        #expect(try await [one, other].sorted() == [200, 412])
        #expect(try await second.send("GET", path).state.revision == 2)
    }

    @Test func keysAreRotatedWithoutARestart() async throws {
        let path = try await startedPath()
        let nextKey = try ProviderKey(.ed25519, id: "2026")
        let next = try provider.token(of: "ada", by: nextKey)
        try provider.publish([nextKey])
        // The old key is in use until the server reads the file, which an unknown key causes.
        #expect(try await client.as(ada).send("GET", path).status == 200)
        #expect(try await client.as(next).send("GET", path).status == 200)
        try checkRefusal(try await client.as(ada).send("GET", path))
        try checkRefusal(try await client.as(try provider.token(of: "ada", by: key)).send("GET", "/v1/sessions"))
    }

    @Test func sessionOfAnotherUserDoesNotExist() async throws {
        let path = try await startedPath()
        let eve = client.as(try provider.token(of: "eve", by: key))
        for (method, call) in [("GET", ""), ("GET", "/stream"), ("POST", "/actions"), ("DELETE", "")] {
            let body = method == "POST" ? #"{"action":"incrementButtonPressed"}"# : nil
            let there = try await eve.send(method, path + call, body)
            let nowhere = try await eve.send(method, "/v1/sessions/unknown\(call)", body)
            #expect(there.status == 404)
            #expect(there.body == nowhere.body)
            #expect(Set(there.headers.keys) == Set(nowhere.headers.keys))
        }
        #expect(try await client.as(ada).send("GET", path).state.revision == 1)
    }

    @Test func tokenOfTwelveKilobytesIsInvalid() async throws {
        let part = String(repeating: "x", count: 4 << 10)
        let token = "\(part).\(part).\(part)"
        try checkRefusal(try await client.as(token).send("GET", "/v1/sessions"))
        let session = try await StartedSession("Counter", on: server)
        try checkRefusal(try await session.send("PUT", "/user", #"{"token":"\#(token)"}"#))
        #expect(try await session.send("GET", "").state.revision == 1)
    }

    /// It exceeds the limits on header fields and on bodies.
    @Test func tokenOfSixtyFourKilobytesIsNotRead() async throws {
        let token = String(repeating: "x", count: 64 << 10)
        let inHeader = try RawConnection(server)
        inHeader.send("GET", "/v1/sessions", token: token)
        #expect(try await inHeader.reply().status == 431)
        let session = try await StartedSession("Counter", on: server)
        let inBody = try RawConnection(server)
        let call = "/v1/sessions/\(session.id)/user"
        inBody.send("PUT", call, #"{"token":"\#(token)"}"#, token: session.client.token)
        #expect(try await inBody.reply().status == 413)
        #expect(try await session.send("GET", "").state.revision == 1)
    }
}
