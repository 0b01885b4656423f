import Foundation

/// The source of session ids, tokens and other secrets. Tests use one with known values.
public protocol IdentifierSource: Sendable {
    /// Returns random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension IdentifierSource {
    /// The id of a session that starts at a moment.
    func makeSessionID(at moment: Date) -> String { SessionID.make(at: moment, random: bytes) }

    /// A session's token, of 256 bits.
    package func makeToken() -> String { Base64URL.encode(bytes(32)) }
}

/// The system's cryptographic random number generator.
public struct SystemIdentifiers: IdentifierSource {
    /// Creates a source.
    public init() {}

    /// Returns random bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
