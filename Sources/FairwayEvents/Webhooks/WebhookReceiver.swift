import Fairway
package import Foundation

/// A system that receives events: an entry of the file of `--webhooks`.
package struct WebhookReceiver: Hashable, Sendable {
    /// Derived from the URL, so it is the same after a restart and on every node.
    package let id: String
    package let url: URL
    /// The decoded secrets. Each request has a signature for each of them.
    package let keys: [[UInt8]]
    /// The kinds of events that are sent; nil for all.
    package let kinds: Set<String>?
    /// The flows whose events are sent; nil for all.
    package let flows: Set<String>?
    package let body: Body
    /// A short hash of the entry. The secrets in it are too long to be guessed from it.
    package let fingerprint: String

    /// What an event in a request shows.
    package enum Body: String, Hashable, Sendable, Codable, CaseIterable {
        /// All members.
        case full
        /// The members that say which change it was. It has no data of users.
        case thin
    }

    package init(
        _ url: URL,
        keys: [[UInt8]],
        kinds: Set<String>? = nil,
        flows: Set<String>? = nil,
        body: Body = .full
    ) {
        id = "wh_" + Base64URL.encode(Array(SHA256.hash(url.absoluteString.utf8).prefix(12)))
        (self.url, self.keys, self.kinds, self.flows, self.body) = (url, keys, kinds, flows, body)
        let entry = "\(url.absoluteString) \(keys) \(kinds?.sorted() ?? []) \(flows?.sorted() ?? []) \(body)"
        fingerprint = Base64URL.encode(Array(SHA256.hash(entry.utf8).prefix(9)))
    }

    /// The host, which operators see. The rest of the URL may be a secret.
    package var host: String { url.host ?? "" }

    package func takes(kind: String, flow: String) -> Bool {
        kinds?.contains(kind) != false && flows?.contains(flow) != false
    }
}

extension WebhookReceiver: CustomStringConvertible, CustomReflectable {
    /// The host. Secrets do not get into texts.
    package var description: String { host }

    package var customMirror: Mirror { Mirror(self, children: ["host": host]) }
}

/// A request to a receiver.
package struct WebhookMessage: Hashable, Sendable {
    package let url: URL
    /// The same for the same body, unless an operator has the events delivered again.
    package let id: String
    package let headers: [String: String]
    package let body: [UInt8]

    /// A signed request, as in the Standard Webhooks specification.
    package init(
        _ body: [UInt8],
        to receiver: WebhookReceiver,
        redeliveries: Int,
        at now: Date,
        traceparent: String? = nil
    ) {
        let content = Array("\(receiver.id) \(redeliveries) ".utf8) + body
        let id = "msg_" + Base64URL.encode(Array(SHA256.hash(content).prefix(18)))
        let seconds = Int(now.timeIntervalSince1970)
        let signed = Array("\(id).\(seconds).".utf8) + body
        let signatures = receiver.keys.map { key in
            "v1," + Data(SHA256.authenticate(signed, key: key)).base64EncodedString()
        }
        url = receiver.url
        var headers = [
            "Content-Type": "application/json", "webhook-id": id, "webhook-timestamp": "\(seconds)",
            "webhook-signature": signatures.joined(separator: " "),
        ]
        headers["traceparent"] = traceparent
        (self.id, self.body, self.headers) = (id, body, headers)
    }
}

/// The end of a request to a receiver.
package enum WebhookAnswer: Hashable, Sendable {
    case status(Int)
    /// There was no complete answer. The reason continues the sentence "The request failed: …", without its full stop.
    case none(String)
}
