#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where ids and tokens that nobody can guess come from. Injected, so that tests know them.
public protocol IdentifierSource: Sendable {
    /// As many random bytes as asked for.
    func bytes(_ count: Int) -> [UInt8]
}

extension IdentifierSource {
    /// The id of a session that is started now.
    func makeSessionID(at moment: Date) -> String { SessionID.make(at: moment, random: bytes) }
    /// A session's token: 256 bits.
    package func makeToken() -> String { Base64URL.encode(bytes(32)) }
}
