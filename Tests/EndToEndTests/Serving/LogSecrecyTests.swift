import FairwayWire
import Foundation
import Testing

/// Logs contain no tokens and no parameters (see `docs/operations.md`).
struct LogSecrecyTests {
    /// Includes a failing flow, an invalid form, a handoff, guessed tokens and operators' calls.
    @Test(arguments: ["text", "json"])
    func secretsAreNotLogged(_ format: String) async throws {
        let store = try TemporaryStore()
        let log = store.folder.appending(path: "log")
        let server = try RunningServer("--log-format", format, "--log-level", "debug", in: store, logging: log)
        let session = try await StartedSession(
            "Counter",
            on: server,
            body: #"{"flow":"Counter","input":{"count":77411}}"#
        )
        _ = try await session.act("failButtonPressed")
        let wrong = #"{"action":"slowButtonPressed","params":{"milliseconds":"hushhush"},"draft":"whispered"}"#
        #expect(try await session.send("POST", "/actions", wrong).status == 422)
        let code = try JSON.decode(Handoff.self, from: try await session.send("POST", "/handoff").body).code
        let key = ["Idempotency-Key": "unrepeatable-key"]
        let handed = try await Client(server).send("POST", "/v1/handoffs", #"{"code":"\#(code)"}"#, headers: key)
        let token = try #require(try handed.state.token)
        _ = try await session.client.as("guessed-token").send("GET", "/v1/sessions/\(session.id)?token=in-the-query")
        _ = try await Client(server).send("POST", "/v1/sessions", #"{"link":"/planets/hidden-planet"}"#)
        _ = try await session.client.as(RunningServer.operatorToken).send(
            "GET",
            "/v1/admin/flows?session=\(session.id)"
        )
        #expect(server.stop() == 0)
        let written = try String(contentsOf: log, encoding: .utf8)
        #expect(written.contains("/v1/sessions/{session}/actions"))
        #expect(written.contains("flow-failed"))
        let lines = written.split(separator: "\n").filter { $0.contains("/v1/sessions/{session}/actions") }
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains(session.id) })
        #expect(!written.split(separator: "\n").contains { $0.contains("no-such-session") && $0.contains(session.id) })
        let secrets = [
            try #require(session.client.token), token, code, RunningServer.operatorToken, "guessed-token",
            "in-the-query",
            "77411", "hushhush", "whispered", "unrepeatable-key", "hidden-planet",
        ]
        for secret in secrets { #expect(!written.contains(secret), "\(secret)") }
    }
}
