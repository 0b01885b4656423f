import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// Logs contain no tokens and no parameters (see `docs/operations.md`).
@Suite(.waiting)
struct LogSecrecyTests {
    /// Includes a failing flow, an invalid form, a handoff, guessed tokens and operators' calls.
    @Test(arguments: ["text", "json"])
    func secretsAreNotLogged(_ format: String) async throws {
        let store = try TemporaryStore()
        let log = store.folder.appending(path: "log")
        let server = try await RunningServer("--log-format", format, "--log-level", "debug", in: store, logging: log)
        let session = try await StartedSession("Counter", on: server)
        let started = #"{"flow":"Parameters","input":{"fourth":77411}}"#
        #expect(try await Client(server).send("POST", "/v1/sessions", started).status == 201)
        _ = try await session.act("failButtonPressed")
        let wrong = #"{"action":"slowButtonPressed","params":{"milliseconds":"hushhush"},"draft":"whispered"}"#
        #expect(try await session.send("POST", "/actions", wrong).status == 422)
        let code = try JSON.decode(Handoff.self, from: try await session.send("POST", "/handoff").body).code
        let key = ["Idempotency-Key": "unrepeatable-key"]
        let handed = try await Client(server).send("POST", "/v1/handoffs", #"{"code":"\#(code)"}"#, headers: key)
        let token = try #require(try handed.state.token)
        for guess in ["guessed-token", Client.unknownToken] {
            _ = try await session.client.as(guess).send("GET", "/v1/sessions/\(session.id)?token=in-the-query")
        }
        _ = try await Client(server).send("POST", "/v1/sessions", #"{"link":"/planets/hidden-planet"}"#)
        _ = try await session.client.as(RunningServer.operatorToken).send(
            "GET",
            "/v1/admin/flows?session=\(session.id)"
        )
        #expect(await server.stop() == 0)
        let written = try String(contentsOf: log, encoding: .utf8)
        #expect(written.contains("/v1/sessions/{session}/actions"))
        #expect(written.contains("flow-failed"))
        let lines = written.split(separator: "\n").filter { $0.contains("/v1/sessions/{session}/actions") }
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains(session.id) })
        #expect(!written.split(separator: "\n").contains { $0.contains("no-such-session") && $0.contains(session.id) })
        let secrets = [
            try #require(session.client.token), token, code, RunningServer.operatorToken, "guessed-token",
            Client.unknownToken, "in-the-query",
            "77411", "hushhush", "whispered", "unrepeatable-key", "hidden-planet",
        ]
        for secret in secrets { #expect(!written.contains(secret), "\(secret)") }
    }

    /// Includes tokens that are accepted, refused and signed in with, and a return link that is opened and redeemed.
    @Test(arguments: ["text", "json"])
    func userTokensAndReturnLinksAreNotLogged(_ format: String) async throws {
        let store = try TemporaryStore()
        let log = store.folder.appending(path: "log")
        let key = try ProviderKey(.p256, id: "2026")
        let provider = try IdentityProvider(key, in: store)
        let server = try await RunningServer(
            "--log-format",
            format,
            "--log-level",
            "debug",
            in: store,
            provider: provider,
            logging: log
        )
        let client = Client(server)
        let valid = try provider.token(of: "ada", by: key)
        let invalid = try provider.token(of: "eve", by: try ProviderKey(.p256, id: "2026"))
        let unknown = try provider.token(of: "eve", by: try ProviderKey(.ed25519, id: "1999"))
        #expect(try await client.as(valid).send("POST", "/v1/sessions", #"{"flow":"Counter"}"#).status == 201)
        for token in [invalid, unknown] {
            #expect(try await client.as(token).send("POST", "/v1/sessions", #"{"flow":"Counter"}"#).status == 401)
        }

        let booking = try await StartedSession.atTheFerrysTill(on: server)
        #expect(try await booking.send("POST", "/back").status == 200)
        let page = String(decoding: try await booking.act("finishLaterButtonPressed").body, as: UTF8.self)
        let code = String(try #require(page.firstMatch(of: /\/r\/([\w-]{16})"/)).1)
        for path in ["/r/\(code)", "/r/\(code)?from=\(code)", "/r/\(code)/"] { _ = try await client.send("GET", path) }
        #expect(try await client.send("POST", "/v1/handoffs", #"{"code":"\#(code)"}"#).status == 200)
        #expect(try await client.send("POST", "/v1/handoffs", #"{"code":"\#(code)"}"#).status == 404)

        let anonymous = try await StartedSession("Counter", on: server)
        #expect(try await anonymous.send("PUT", "/user", #"{"token":"\#(invalid)"}"#).status == 401)
        let signedIn = try provider.token(of: "grace", by: key)
        #expect(try await anonymous.send("PUT", "/user", #"{"token":"\#(signedIn)"}"#).status == 200)

        #expect(await server.stop() == 0)
        let written = try String(contentsOf: log, encoding: .utf8)
        for expected in ["/v1/sessions/{session}/user", "/r/{code}", "invalid-token", "no-such-handoff"] {
            #expect(written.contains(expected), "\(expected)")
        }
        // A part of a token is as secret as the whole. The header is the same in all tokens of a key.
        let parts = [valid, invalid, unknown, signedIn].flatMap { $0.split(separator: ".").dropFirst() }
        for secret in parts.map(String.init) + [code, try #require(anonymous.client.token)] {
            #expect(!written.contains(secret), "\(secret)")
        }
    }
}
