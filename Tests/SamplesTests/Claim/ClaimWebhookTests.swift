import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Samples

/// The insurer's webhook, signed as the Standard Webhooks specification says.
struct ClaimWebhookTests {
    private static let secret = "whsec_ZmFpcndheS1jbGFpbXM="

    @Test func decisionThatArrivesThreeTimesIsShownOnce() async throws {
        let hook = try await ClaimWebhook(secrets: [Self.secret])
        try await hook.tester.select("help")
        for _ in 0..<3 { #expect(try await hook.send(hook.decision(), id: "msg_1") == 204) }
        try await hook.tester.performJobs()
        let decision = try hook.tester.screen(as: Claim.Decision.self)
        #expect((decision.approved, decision.reference) == (true, "D-17"))
        #expect(hook.tester.journal.count { $0.kind == "signal" } == 1)
    }

    @Test func signatureOfEitherSecretIsValid() async throws {
        let hook = try await ClaimWebhook(secrets: ["whsec_b2xk", Self.secret])
        #expect(try await hook.send(hook.decision(), id: "msg_1") == 204)
        try await hook.tester.performJobs()
        #expect(hook.tester.screen is Claim.Decision)
    }

    @Test(arguments: [("whsec_b3RoZXI=", 0.0), (secret, -301.0), (secret, 301.0)])
    func wrongOrOldSignatureIsRefused(_ signedWith: String, _ seconds: Double) async throws {
        let hook = try await ClaimWebhook(secrets: [Self.secret])
        #expect(try await hook.send(hook.decision(), id: "msg_1", signedWith: signedWith, after: seconds) == 401)
        try await hook.tester.performJobs()
        #expect(hook.tester.screen is Claim.Waiting)
    }

    @Test func webhookWithoutASecretRefusesAllRequests() async throws {
        let hook = try await ClaimWebhook(secrets: [])
        let answer = try await hook.refusal(hook.decision(), id: "msg_1")
        #expect(answer.status == 401)
        let problem = try JSON.decode(Problem.self, from: answer.body)
        #expect(problem.detail == "This server has no secret for the webhook, so it takes no events.")
    }

    @Test func eventOfAnotherTypeIsTakenAndIgnored() async throws {
        let hook = try await ClaimWebhook(secrets: [Self.secret])
        #expect(try await hook.send(#"{"type":"claim.opened","data":[1]}"#, id: "msg_1") == 204)
        try await hook.tester.performJobs()
        #expect(hook.tester.screen is Claim.Waiting)
    }

    @Test(arguments: [#"{"data":{}}"#, #"{"type":"claim.decided","data":{"number":"C-1"}}"#, "{"])
    func bodyOfAnotherShapeIsRefused(_ body: String) async throws {
        let hook = try await ClaimWebhook(secrets: [Self.secret])
        #expect(try await hook.refusal(body, id: "msg_1").status == 400)
    }

    @Test func idThatIsUsedAgainForAnotherEventIsRefused() async throws {
        let hook = try await ClaimWebhook(secrets: [Self.secret])
        #expect(try await hook.send(hook.decision(), id: "msg_1") == 204)
        let answer = try await hook.refusal(hook.decision("C-ANOTHER234"), id: "msg_1")
        #expect(answer.status == 422)
        #expect(answer.code == .idempotencyKeyReused)
        #expect(try await hook.send(hook.decision(), id: "msg_1") == 204)
    }

    /// The event waits for a session that binds the key.
    @Test func decisionOfAnUnknownNumberIsTaken() async throws {
        let hook = try await ClaimWebhook(secrets: [Self.secret])
        #expect(try await hook.send(hook.decision("C-ANOTHER234"), id: "msg_1") == 204)
        try await hook.tester.performJobs()
        #expect(hook.tester.screen is Claim.Waiting)
    }
}

/// A submitted claim, and the insurer's webhook of its app.
private struct ClaimWebhook {
    let tester: FlowTester<Claim>
    private let endpoint: Endpoint
    private let secret: String

    init(secrets: [String]) async throws {
        let app = Samples.app(claimSecrets: secrets).overriding([Service(DataFolder.self) { _ in DataFolder() }])
        tester = try await FlowTester(Claim(), in: app)
        endpoint = try #require(app.endpoints.first { "\($0.path)" == "/webhooks/claims" })
        secret = secrets.last ?? "whsec_b3RoZXI="
        try await tester.submit()
    }

    /// An event about the claim.
    func decision(_ number: String? = nil) -> String {
        let number = number ?? tester.flow?.number ?? ""
        return #"{"type":"claim.decided","data":{"number":"\#(number)","approved":true,"reference":"D-17"}}"#
    }

    /// Sends a signed request. Returns the status of the response.
    func send(
        _ body: String,
        id: String,
        signedWith secret: String? = nil,
        after seconds: Double = 0
    ) async throws -> Int {
        switch await run(body, id, secret ?? self.secret, seconds) {
        case .answered(let response): response.status
        case .refused(let answer): answer.status
        case .failed(let cause): throw Failed(cause: cause)
        }
    }

    func refusal(_ body: String, id: String) async throws -> Answer {
        guard case .refused(let answer) = await run(body, id, secret, 0) else { throw Failed(cause: "not refused") }
        return answer
    }

    private func run(_ body: String, _ id: String, _ secret: String, _ late: Double) async -> EndpointRunner.Outcome {
        let time = "\(Int(tester.clock.now.timeIntervalSince1970 + late))"
        let key = Data(base64Encoded: String(secret.dropFirst("whsec_".count))) ?? Data()
        let signature = SHA256.authenticate(Array("\(id).\(time).\(body)".utf8), key: Array(key))
        let headers: WebHeaders = [
            "webhook-id": id, "webhook-timestamp": time,
            "webhook-signature": "v1,\(Data(signature).base64EncodedString())",
        ]
        let request = WebRequest(.post, "/webhooks/claims", headers: headers, body: Array(body.utf8))
        return await EndpointRunner(tester.engine).run(endpoint, request)
    }

    private struct Failed: Error {
        var cause: String
    }
}
