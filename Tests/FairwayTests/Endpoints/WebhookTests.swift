import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Fairway

/// Signatures of webhooks. The vectors come from `standardwebhooks` 1.1.0 of PyPI and from GitHub's documentation.
struct WebhookTests {
    private static let body = #"{"type":"claim.decided","data":{"number":"C-1"}}"#
    private static let secret = "whsec_ZmFpcndheS13ZWJob29rLXNlY3JldC1vZi1hLXRlc3Q="
    private static let signature = "v1,cVW4UnAD4TTQwrzoB6a7Iipefh76XGgO/Sxg+sWayBI="
    private static let sentAt = 1_614_265_330.0

    private static func standard(
        id: String = "msg_1",
        at time: String = "1614265330",
        _ signatures: String = signature
    ) -> WebHeaders {
        ["Webhook-Id": id, "webhook-timestamp": time, "webhook-signature": signatures]
    }

    @Test(
        arguments: [signature, "v1,AAAA \(signature)", "v1a,xyz \(signature) v1,"],
        [secret, String(secret.dropFirst(6))]
    )
    func standardWebhookIsVerified(_ signatures: String, _ secret: String) async throws {
        let hooks = try Hooks(.standardWebhooks(secrets: ["c2Vjb25kIHNlY3JldA", secret]), at: Self.sentAt + 299)
        let response = try await hooks.send(Self.standard(signatures), Self.body)
        #expect(response == .status(204))
        #expect(await hooks.heard.events == ["msg_1 \(Self.body)"])
    }

    @Test(
        arguments: [
            (standard(), body + " ", 0.0), (standard(), body, 301), (standard(), body, -301),
            (standard(id: "msg_2"), body, 0), (standard(at: "1614265331"), body, 0), (standard(at: "soon"), body, 0),
            (standard(""), body, 0), (standard("v1,"), body, 0), (standard("v2,\(signature.dropFirst(3))"), body, 0),
            (standard(id: ""), body, 0), (standard(id: String(repeating: "x", count: 256)), body, 0), ([:], body, 0),
        ] as [(WebHeaders, String, Double)]
    )
    func standardWebhookThatIsWrongOrOldIsRefused(_ headers: WebHeaders, _ body: String, _ late: Double) async throws {
        let hooks = try Hooks(.standardWebhooks(secrets: [Self.secret]), at: Self.sentAt + late)
        #expect(try await hooks.refusal(headers, body) == 401)
        #expect(await hooks.heard.events == [])
    }

    @Test(arguments: [[], ["whsec_b3RoZXIgc2VjcmV0"]])
    func webhookOfAnotherSecretIsRefused(_ secrets: [String]) async throws {
        let hooks = try Hooks(.standardWebhooks(secrets: secrets), at: Self.sentAt)
        #expect(try await hooks.refusal(Self.standard(), Self.body) == 401)
    }

    /// The id of an event is signed: another delivery id, or another spelling of the signature, makes no other event.
    @Test func gitHubsSignatureIsVerifiedAndItsEventHasOneID() async throws {
        let hooks = try Hooks(.github(secrets: ["old", "It's a Secret to Everybody"]))
        let signature = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
        let headers: WebHeaders = ["X-Hub-Signature-256": "sha256=\(signature)", "X-GitHub-Delivery": "72d3162e"]
        let replays: [WebHeaders] = [
            headers, ["x-hub-signature-256": "sha256=\(signature.uppercased())", "X-GitHub-Delivery": "00000000"],
            ["X-Hub-Signature-256": "sha256=\(signature)", "X-GitHub-Event": "ping"],
        ]
        for replay in replays { #expect(try await hooks.send(replay, "Hello, World!") == .status(204)) }
        // `printf 'Hello, World!' | sha256sum`
        let digest = "dffd6021bb2bd5b0af676290809ec3a53191dd81c7f70a4b28688a362182986f"
        #expect(await hooks.heard.events == Array(repeating: "\(digest) Hello, World!", count: 3))
        #expect(try await hooks.refusal(headers, "Hello, World") == 401)
        for wrong in ["sha1=\(signature)", signature, "sha256=", "sha256=\(signature)00", "sha256=xy"] {
            #expect(try await hooks.refusal(["X-Hub-Signature-256": wrong], "Hello, World!") == 401)
        }
    }

    @Test func stripesSignatureIsVerified() async throws {
        let body = #"{"id":"evt_1","type":"charge.succeeded"}"#
        let signature = SHA256.authenticate(Array("1614265330.\(body)".utf8), key: Array("whsec_abc".utf8))
        let digits = signature.map { String(format: "%02x", $0) }.joined()
        let hooks = try Hooks(.stripe(secrets: ["whsec_abc"]), at: Self.sentAt - 300)
        let valid = "t=1614265330,v1=00,v1=\(digits),v0=11"
        #expect(try await hooks.send(["Stripe-Signature": valid], body) == .status(204))
        #expect(await hooks.heard.events == ["evt_1 \(body)"])
        for wrong in ["t=1614265331,v1=\(digits)", "v1=\(digits)", "t=1614265330,v0=\(digits)", "t=1614265330", ""] {
            #expect(try await hooks.refusal(["Stripe-Signature": wrong], body) == 401)
        }
        let late = try Hooks(.stripe(secrets: ["whsec_abc"]), at: Self.sentAt + 301)
        #expect(try await late.refusal(["Stripe-Signature": valid], body) == 401)
    }

    @Test func stripesEventWithoutAnIDHasOneThatIsSigned() async throws {
        let signature = SHA256.authenticate(Array("1614265330.{}".utf8), key: Array("whsec_abc".utf8))
        let digits = signature.map { String(format: "%02x", $0) }.joined()
        let hooks = try Hooks(.stripe(secrets: ["whsec_abc"]), at: Self.sentAt)
        for more in ["", "v1=00,", "v1=01,"] {
            let headers: WebHeaders = ["Stripe-Signature": "t=1614265330,\(more)v1=\(digits)"]
            #expect(try await hooks.send(headers, "{}") == .status(204))
        }
        // `printf '{}' | sha256sum`
        let digest = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
        #expect(await hooks.heard.events == Array(repeating: "\(digest) {}", count: 3))
    }

    @Test func closureVerifiesARequest() async throws {
        struct Unsigned: Error {}
        let hooks = try Hooks(
            .custom { request in
                guard request.headers["X-Key"] == "open" else { throw Unsigned() }
                return "1"
            }
        )
        #expect(try await hooks.send(["X-Key": "open"], "a") == .status(204))
        #expect(try await hooks.refusal(["X-Key": "shut"], "a") == 401)
    }

    @Test(arguments: [
        WebhookVerification.standardWebhooks(secrets: ["whsec_"]), .standardWebhooks(secrets: ["whsec_%"]),
        .github(secrets: [""]), .stripe(secrets: ["a", ""]),
    ])
    func unusableSecretStopsTheStart(_ verification: WebhookVerification) {
        let mistake = #expect(throws: Mistake.self) { try Hooks(verification) }
        #expect(mistake?.description.hasPrefix("the webhook /hook has a") == true)
    }
}

/// A webhook and what it has heard.
private struct Hooks {
    let heard = Heard()
    private let engine: Engine
    private let endpoint: Endpoint

    actor Heard {
        private(set) var events: [String] = []
        func note(_ event: String) { events.append(event) }
    }

    init(_ verification: WebhookVerification, at seconds: Double = 1_700_000_000) throws {
        let heard = heard
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Puppet())
            Webhook("/hook", verify: verification) { event, _ in
                await heard.note("\(event.id) \(String(decoding: event.body, as: UTF8.self))")
            }
        }
        let clock = ManualClock(at: Date(timeIntervalSince1970: seconds))
        engine = try Engine(app, store: MemoryStore(), clock: clock)
        endpoint = try #require(app.endpoints.first)
    }

    func send(_ headers: WebHeaders, _ body: String) async throws -> WebResponse {
        let outcome = await run(headers, body)
        guard case .answered(let response) = outcome else { throw Unanswered(outcome: "\(outcome)") }
        return response
    }

    /// The status of a refusal.
    func refusal(_ headers: WebHeaders, _ body: String) async throws -> Int {
        let outcome = await run(headers, body)
        guard case .refused(let answer) = outcome else { throw Unanswered(outcome: "\(outcome)") }
        return answer.status
    }

    private func run(_ headers: WebHeaders, _ body: String) async -> EndpointRunner.Outcome {
        await EndpointRunner(engine).run(endpoint, WebRequest(.post, "/hook", headers: headers, body: Array(body.utf8)))
    }

    private struct Unanswered: Error {
        var outcome: String
    }
}
