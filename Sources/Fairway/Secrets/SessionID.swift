#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A session's id: the millisecond in which it was started and 80 bits that nobody can guess, as 26 digits and small letters.
/// Others call it a ULID, and write it in capitals.
///
/// The order of its bytes is that of time: what is started one after the other lies together in every key over ids, and new
/// ones go to its end.
package enum SessionID {
    /// In the order of their bytes. Without i, l, o and u, which are taken for others.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// What each byte stands for.
    private static let values = (0...UInt8.max).map { alphabet.firstIndex(of: $0) }
    private static let length = 26
    private static let randomBytes = 10

    /// A new one.
    package static func make(at moment: Date, random: (_ count: Int) -> [UInt8]) -> String {
        // Six bytes, which no clock exceeds until the year 10889. One that is before 1970 would be after all others, and the
        // first of its milliseconds has a number that may be zero.
        let milliseconds = max(1, moment.milliseconds)
        let time = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * $0)) }
        // 128 bits, and two before them: five in each letter.
        var (text, bits, held): ([UInt8], Int, Int) = ([], 0, 2)
        for byte in time + random(randomBytes) {
            (bits, held) = ((bits << 8 | Int(byte)) & 0xFFF, held + 8)
            while held >= 5 {
                held -= 5
                text.append(alphabet[bits >> held & 31])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The number that an id begins with, its time and five bits more: larger for what was started later, and few share it unless
    /// the clock is before 1970. More than zero, as row ids are, and less than its time in microseconds, which PostgreSQL lists by;
    /// nil for ids of another form, such as were given out once, and where it would be zero, which is made for nobody.
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
