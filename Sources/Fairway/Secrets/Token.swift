/// A session's secret. The client has the text; the store has only the hash.
package struct Token: Sendable {
    let text: String

    var hash: [UInt8] { SHA256.hash(text.utf8) }

    /// Compares two hashes in a time that does not depend on their contents.
    package static func areEqual<Bytes: Collection<UInt8>>(_ left: Bytes, _ right: Bytes) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Base64 for URLs (RFC 4648, section 5), without padding.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * (3 - group.count))
            for index in 0...group.count { text.append(alphabet[Int(bits >> (18 - 6 * index) & 63)]) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
