package import Foundation

/// The source of session ids, tokens and other secrets. Tests use one with known values.
public protocol IdentifierSource: Sendable {
    /// Returns random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension IdentifierSource {
    /// The id of a session that starts at a moment.
    package func makeSessionID(at moment: Date) -> String { SessionID.make(at: moment, random: bytes) }

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

/// A session's id: a ULID in lower case. It encodes the start time in milliseconds (48 bits) and 80 random bits.
///
/// Ids sort by start time. In an index, sessions that started together are neighbours, and new sessions come last.
package enum SessionID {
    /// Crockford's base 32. The characters ascend, so ids sort like the bits that they encode.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// The value of each character, by its ASCII code; nil outside the alphabet.
    private static let values = (0...UInt8.max).map { alphabet.firstIndex(of: $0) }
    private static let length = 26
    private static let randomBytes = 10

    package static func make(at moment: Date, random: (_ count: Int) -> [UInt8]) -> String {
        // 48 bits last until the year 10889. Times before 1970 are clamped to 1 ms: a negative time would sort last,
        // and with time 0 and five zero bits after it, `number(of:)` would be 0.
        let milliseconds = max(1, moment.milliseconds)
        let time = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * $0)) }
        // 26 characters of five bits hold 130 bits: two zero bits, then the 128 bits of the id.
        var (text, bits, bitCount): ([UInt8], Int, Int) = ([], 0, 2)
        for byte in time + random(randomBytes) {
            (bits, bitCount) = ((bits << 8 | Int(byte)) & 0xFFF, bitCount + 8)
            while bitCount >= 5 {
                bitCount -= 5
                text.append(alphabet[bits >> bitCount & 31])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The number of a session, its row id in SQLite: the first 11 characters of the id, which encode its time and five
    /// random bits.
    ///
    /// Sessions that start in a later millisecond have larger numbers, and few sessions share one. A number is
    /// positive, like the row ids that SQLite assigns. It is less than the time in microseconds. When a store is copied
    /// to PostgreSQL, the numbers become times of arrival, and copied sessions are listed before new ones.
    ///
    /// Nil for an id that ``make(at:random:)`` did not make, and for the number 0, which it never produces.
    package static func number(of id: String) -> Int? {
        let text = id.utf8
        guard text.count == length else { return nil }
        var number = 0
        for byte in text.prefix(11) {
            guard let value = values[Int(byte)] else { return nil }
            number = number << 5 | value
        }
        return number > 0 ? number : nil
    }
}

/// A session's secret. The client has the text; the store has only the hash.
package struct Token: Sendable {
    package let text: String

    package var hash: [UInt8] { SHA256.hash(text.utf8) }

    package init(text: String) { self.text = text }

    /// Whether a text has the form of a token: 32 bytes in base64url.
    package static func hasForm(_ text: String) -> Bool {
        text.utf8.count == 43 && text.utf8.allSatisfy(Base64URL.isCharacter)
    }

    /// Compares two hashes in a time that does not depend on their contents.
    package static func areEqual<Bytes: Collection<UInt8>>(_ left: Bytes, _ right: Bytes) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Base64 for URLs (RFC 4648, section 5), without padding.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each character, by its code; nil outside the alphabet.
    private static let values = (0...UInt8.max).map { alphabet.firstIndex(of: $0).map(UInt32.init) }

    static func isCharacter(_ character: UInt8) -> Bool { values[Int(character)] != nil }

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * (3 - group.count))
            for index in 0...group.count { text.append(alphabet[Int(bits >> (18 - 6 * index) & 63)]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text; nil if ``encode(_:)`` does not produce it: it has padding, white space, another character, an
    /// impossible length, or unused bits that are not zero.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var (bytes, bits, bitCount): ([UInt8], UInt32, Int) = ([], 0, 0)
        bytes.reserveCapacity(text.count * 3 / 4)
        for character in text {
            guard let value = values[Int(character)] else { return nil }
            (bits, bitCount) = (bits << 6 | value, bitCount + 6)
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
                bits &= 1 << bitCount - 1
            }
        }
        return bits == 0 ? bytes : nil
    }
}
