#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A session's id: a ULID in lower case, which has the millisecond of the start and 80 random bits.
///
/// Ids sort by time. Sessions that start together are therefore close to each other in an index, and new ones are at its end.
package enum SessionID {
    /// Crockford's base 32, in the order of the bytes.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// The value of each byte; nil if it is not in the alphabet.
    private static let values = (0...UInt8.max).map { alphabet.firstIndex(of: $0) }
    private static let length = 26
    private static let randomBytes = 10

    package static func make(at moment: Date, random: (_ count: Int) -> [UInt8]) -> String {
        // Six bytes last until the year 10889. A clock before 1970 is clamped: a negative time would sort last, and time 0 could give
        // the number 0.
        let milliseconds = max(1, moment.milliseconds)
        let time = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * $0)) }
        // 26 letters of five bits have 130 bits, so two zero bits precede the 128.
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

    /// The first 55 bits of an id: its time and five random bits.
    ///
    /// Later sessions have larger numbers, and few share one. It is positive, as SQLite's row ids are, and less than the time in
    /// microseconds, by which PostgreSQL lists. Nil for an id in an earlier format, and for the number 0, which ``make(at:random:)``
    /// does not produce.
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
