package import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One request: what it asks for, and what makes a repeat of it harmless.
package struct Call: Sendable {
    var method: String
    var path: String
    var body: RawJSON?
    var token: String?
    var key: Key?
    /// The revision beyond which something new is waited for.
    var newerThan: Int?

    /// An idempotency key: the same for all attempts, and that of no other call.
    package struct Key: Sendable {
        var text: String

        static func new() -> Key { Key(text: UUID().uuidString) }
    }

    package init(_ method: String, _ path: String, _ body: RawJSON? = nil, token: String? = nil, key: Key? = nil) {
        self.method = method
        self.path = path
        self.body = body
        self.token = token
        self.key = key
    }

    /// Whether making it twice is the same as making it once.
    var isRepeatable: Bool { key != nil || ["GET", "PUT", "DELETE"].contains(method) }
}
