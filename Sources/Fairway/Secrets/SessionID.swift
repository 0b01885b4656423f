package import Foundation

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
    /// Nil for an id in an earlier format, and for the number 0, which ``make(at:random:)`` never produces.
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
