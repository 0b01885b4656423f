import Fairway
import FairwayWire
import Foundation
import TestWaits
import Testing

/// The insurer's webhook reaches a claim on a durable store, whatever happens to the server and wherever the user is.
@Suite(.waiting)
struct ClaimDeliveryTests {
    private static let environment = ["FAIRWAY_CLAIMS_SECRET": "whsec_ZmFpcndheS1jbGFpbXM="]

    @Test func decisionThatArrivesThreeTimesIsShownOnceAcrossAKill() async throws {
        let store = try TemporaryStore()
        let log = store.folder.appending(path: "log")
        var server = try await Self.server(store, log)
        var claim = try await SubmittedClaim(on: server)
        // The user is in the other tab.
        #expect(try await claim.session.send("POST", "/select", #"{"tab":"help"}"#).state.screen?.name == "Claim.Help")
        #expect(try await claim.decide(on: server).status == 204)
        #expect(try await claim.session.send("GET", "").state.screen?.name == "Claim.Decision")
        server.kill()
        server = try await Self.server(store, log)
        claim.session = claim.session.on(server)
        let revision = try await claim.session.send("GET", "").state.revision
        for _ in 0..<2 { #expect(try await claim.decide(on: server).status == 204) }
        let state = try await claim.session.send("GET", "").state
        #expect(state.screen?.name == "Claim.Decision")
        #expect(state.revision == revision)
        let shown = try JSON.decode(JSONValue.self, from: try #require(state.screen).viewModel.bytes)
        #expect(shown["approved"] == true)
        #expect(shown["reference"] == "D-17")
        let journal = try await Client(server, token: RunningServer.operatorToken)
            .send("GET", "/v1/admin/sessions/\(claim.session.id)/journal")
        let entries = try JSON.decode(JSONValue.self, from: journal.body)["entries"]?.array ?? []
        #expect(entries.count { $0["kind"] == "signal" } == 1)
        let end = try await claim.session.act("doneButtonPressed")
        #expect(try end.state.outcome == .completed)
        #expect(await server.stop() == 0)
        let lines = try String(contentsOf: log, encoding: .utf8)
        #expect(lines.contains("/webhooks/claims"))
        #expect(!lines.contains(claim.number) && !lines.contains("D-17"))
    }

    @Test func forgedDecisionIsRefusedCountedAndNotLogged() async throws {
        let store = try TemporaryStore()
        let log = store.folder.appending(path: "log")
        let server = try await Self.server(store, log)
        let claim = try await SubmittedClaim(on: server)
        let reply = try await claim.decide(on: server, secret: "forged")
        #expect(reply.status == 401)
        #expect(try reply.problem.code == .invalidToken)
        #expect(try await claim.decide(on: server, late: 301).status == 401)
        #expect(try await claim.session.send("GET", "").state.screen?.name == "Claim.Waiting")
        #expect(try await Metric(#"fairway_refusals_total{code="invalid-token"}"#, of: server).value == 2)
        #expect(await server.stop() == 0)
        #expect(try !String(contentsOf: log, encoding: .utf8).contains(claim.number))
    }

    @Test func serverWithoutTheSecretRefusesTheWebhook() async throws {
        let server = try await RunningServer()
        let claim = try await SubmittedClaim(on: server)
        let reply = try await claim.decide(on: server)
        #expect(reply.status == 401)
        #expect(try reply.problem.detail == "This server has no secret for the webhook, so it takes no events.")
    }

    private static func server(_ store: TemporaryStore, _ log: URL) async throws -> RunningServer {
        try await RunningServer("--store", store.locator, in: store, environment: environment, logging: log)
    }
}

/// A session that waits for the decision of a claim.
private struct SubmittedClaim {
    var session: StartedSession
    let number: String

    init(on server: RunningServer) async throws {
        session = try await StartedSession("Claim", on: server)
        let reply = try await session.send(
            "POST",
            "/actions",
            #"{"action":"submitButtonPressed","params":{"what":"A broken window","amount":240}}"#
        )
        let screen = try #require(try reply.state.screen)
        number = try #require(try JSON.decode(JSONValue.self, from: screen.viewModel.bytes)["number"]?.string)
        // The claim is filed by a job, whose result is a change.
        _ = try await session.next(after: try reply.state.revision)
    }

    /// Sends the event `msg_1`, signed as the Standard Webhooks specification says.
    func decide(
        on server: RunningServer,
        secret: String = "fairway-claims",
        late: Double = 0
    ) async throws -> Client.Reply {
        let body = #"{"type":"claim.decided","data":{"number":"\#(number)","approved":true,"reference":"D-17"}}"#
        let time = "\(Int(Date().timeIntervalSince1970 - late))"
        let signature = SHA256.authenticate(Array("msg_1.\(time).\(body)".utf8), key: Array(secret.utf8))
        let headers = [
            "webhook-id": "msg_1", "webhook-timestamp": time,
            "webhook-signature": "v1,\(Data(signature).base64EncodedString())",
        ]
        return try await Client(server).send("POST", "/webhooks/claims", body, headers: headers)
    }
}
