public import FairwayWire
import Foundation

/// Takes the events that another system sends, if their signatures are valid.
///
/// ```swift
/// Webhook("/webhooks/payments", verify: .standardWebhooks(secrets: ["whsec_…"])) { event, context in
///     let payment = try event.decode(Payment.self)
///     try await context.sessions.signal(Paid(reference: payment.reference), to: .key("order", payment.order), id: event.id)
/// }
/// ```
///
/// An event that is handled is answered with 204. A request without a valid signature is answered with 401, and its body
/// is not logged. Otherwise a webhook is an ``Endpoint`` for `POST`.
public struct Webhook: AppPart {
    let endpoint: Endpoint

    /// Declares a webhook.
    ///
    /// - Parameters:
    ///   - path: The path, as that of an ``Endpoint``.
    ///   - verification: How the sender signs its events.
    ///   - bytes: The limit of the body, at most ``Endpoint/mostBytes``.
    ///   - handle: Handles an event. If it throws, the sender tries again later.
    public init(
        _ path: String,
        verify verification: WebhookVerification,
        bytes: Int = Endpoint.usualBytes,
        _ handle: @escaping @Sendable @concurrent (WebhookEvent, AppContext) async throws -> Void
    ) {
        endpoint = Endpoint(.post, path, bytes: bytes) { request, context in
            let id = try await verification.check(request, context.now)
            try await handle(WebhookEvent(id: id, request: request), context)
            return .status(204)
        }.reporting(verification.mistake)
    }
}

/// A verified event.
public struct WebhookEvent: Sendable {
    /// The sender's id of the event. A repeated delivery has the same id, so pass it on as the `id` of a signal.
    public let id: String
    /// The request.
    public let request: WebRequest

    /// The body, to the byte.
    public var body: [UInt8] { request.body }

    /// Decodes the body as JSON. If a webhook does not catch the error, the request is answered with 400.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(Problem) -> Value {
        try WebRequest.decode(type, from: body)
    }
}

/// How the sender of webhooks signs its events.
///
/// Signatures are compared in constant time. Where the signature covers a timestamp, that may differ from the server's
/// clock by five minutes. Give several secrets while you replace one.
public struct WebhookVerification: Sendable {
    private static let mostSecondsApart = 300.0

    /// Returns the event's id, or throws the refusal.
    let check: @Sendable (WebRequest, Date) async throws -> String
    let mistake: String?

    /// The signatures of the Standard Webhooks specification: `webhook-id`, `webhook-timestamp` and `webhook-signature`.
    ///
    /// - Parameter secrets: The secrets in base64, with or without `whsec_` in front. Without secrets, all requests are refused.
    public static func standardWebhooks(secrets: [String]) -> WebhookVerification {
        let keys = secrets.map { secret in
            bytes(base64: secret.hasPrefix("whsec_") ? secret.dropFirst(6) : secret[...]) ?? []
        }
        let isWrong = keys.contains(where: \.isEmpty)
        return WebhookVerification(mistake: isWrong ? "has a secret that is not base64, or is empty" : nil) {
            request,
            now in
            try checkSecrets(keys.count)
            guard let id = request.headers["webhook-id"], let time = request.headers["webhook-timestamp"],
                let signatures = request.headers["webhook-signature"], isID(id)
            else { throw missing("webhook-id, webhook-timestamp and webhook-signature") }
            try checkTime(time, now)
            let given = signatures.split(separator: " ").filter { $0.hasPrefix("v1,") }.compactMap {
                bytes(base64: $0.dropFirst(3))
            }
            try checkSignature(given, of: Array("\(id).\(time).".utf8) + request.body, keys)
            return id
        }
    }

    /// The signatures of GitHub: `X-Hub-Signature-256`. The event's id is the SHA-256 digest of the body.
    ///
    /// The signature covers the body alone, and no timestamp: an event that somebody has recorded stays valid. Its id cannot
    /// be `X-GitHub-Delivery`, because a recorded event with another one would count as a new event.
    public static func github(secrets: [String]) -> WebhookVerification {
        WebhookVerification(mistake: mistake(of: secrets)) { request, _ in
            try checkSecrets(secrets.count)
            guard let header = request.headers["X-Hub-Signature-256"], header.hasPrefix("sha256="),
                let signature = bytes(hexadecimal: header.dropFirst(7))
            else { throw missing("X-Hub-Signature-256") }
            try checkSignature([signature], of: request.body, secrets.map { Array($0.utf8) })
            return digest(of: request.body)
        }
    }

    /// The signatures of Stripe: `Stripe-Signature`. The event's id is the member `id` of the body, or the SHA-256 digest of
    /// a body without one.
    public static func stripe(secrets: [String]) -> WebhookVerification {
        WebhookVerification(mistake: mistake(of: secrets)) { request, now in
            try checkSecrets(secrets.count)
            let pairs = (request.headers["Stripe-Signature"] ?? "").split(separator: ",").map {
                $0.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            }
            let values = pairs.filter { $0.count == 2 }.map { (name: $0[0], value: $0[1]) }
            guard let time = values.first(where: { $0.name == "t" })?.value, values.contains(where: { $0.name == "v1" })
            else { throw missing("Stripe-Signature") }
            try checkTime(String(time), now)
            try checkSignature(
                values.filter { $0.name == "v1" }.compactMap { bytes(hexadecimal: $0.value) },
                of: Array("\(time).".utf8) + request.body,
                secrets.map { Array($0.utf8) }
            )
            let id = try? request.decode(StripeEvent.self).id
            return id.flatMap { isID($0) ? $0 : nil } ?? digest(of: request.body)
        }
    }

    /// Another way to verify a request. The closure returns the event's id. If it throws, the request is refused with 401.
    public static func custom(
        _ verify: @escaping @Sendable @concurrent (WebRequest) async throws -> String
    ) -> WebhookVerification {
        WebhookVerification(mistake: nil) { request, _ in
            do {
                return try await verify(request)
            } catch {
                throw Problem(.invalidToken, "The request is not signed by the sender of this webhook.")
            }
        }
    }

    private init(mistake: String?, _ check: @escaping @Sendable (WebRequest, Date) async throws -> String) {
        (self.mistake, self.check) = (mistake, check)
    }

    private struct StripeEvent: Decodable {
        var id: String
    }

    private static func mistake(of secrets: [String]) -> String? {
        secrets.contains("") ? "has an empty secret" : nil
    }

    /// Whether a text can be the id of a signal.
    private static func isID(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// An id that the signature covers: the digest of the body in hexadecimal.
    private static func digest(of body: [UInt8]) -> String {
        SHA256.hash(body).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    private static func missing(_ headers: String) -> Problem {
        Problem(.invalidToken, "The request has no valid \(headers).")
    }

    private static func checkSecrets(_ count: Int) throws(Problem) {
        guard count > 0 else {
            throw Problem(.invalidToken, "This server has no secret for the webhook, so it takes no events.")
        }
    }

    private static func checkTime(_ text: String, _ now: Date) throws(Problem) {
        guard let seconds = Int(text), abs(Double(seconds) - now.timeIntervalSince1970) <= mostSecondsApart else {
            throw Problem(
                .invalidToken,
                "The timestamp of the signature is not within five minutes of this server's clock."
            )
        }
    }

    private static func checkSignature(_ given: [[UInt8]], of message: [UInt8], _ keys: [[UInt8]]) throws(Problem) {
        var isValid = false
        for key in keys {
            let expected = SHA256.authenticate(message, key: key)
            for signature in given where Token.areEqual(signature, expected) { isValid = true }
        }
        guard isValid else { throw Problem(.invalidToken, "The signature is wrong, or of another secret.") }
    }

    /// Decodes base64 (RFC 4648, section 4). The padding may be missing.
    private static func bytes(base64 text: Substring) -> [UInt8]? {
        let digits = text.prefix { $0 != "=" }
        let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
        return Data(base64Encoded: digits + padding).map { Array($0) }
    }

    private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}
