import Foundation

/// The kind of input for a field. The raw values are the names on the wire.
///
/// ```swift
/// switch field.format {
/// case .date: showDatePicker(field)
/// case .toggle: showSwitch(field)
/// default: showTextField(field)
/// }
/// ```
public enum FieldFormat: String, Codable, Hashable, Sendable, CaseIterable {
    /// A line of text.
    case text
    /// Text of several lines.
    case multiline
    /// An e-mail address.
    case email
    /// A telephone number: `+` and 7 to 15 digits.
    case phone
    /// A web address that begins with `http://` or `https://`.
    case url
    /// Text that is hidden while it is typed.
    case password
    /// A whole number.
    case integer
    /// A number.
    case decimal
    /// An amount of money. A number is in the major unit of the currency, an integer in the minor unit.
    case money
    /// A date without a time, `2026-11-26`.
    case date
    /// A time without a date, `09:30` or `09:30:00`.
    case time
    /// A date and a time (RFC 3339).
    case dateTime = "date-time"
    /// Yes or no.
    case toggle
    /// One of several options.
    case choice
}

extension FieldFormat {
    /// The number of digits after the point in amounts of a currency, by its ISO 4217 code.
    package static func fractionDigits(of currency: String) -> Int {
        let zero = Decimal(0).formatted(.currency(code: currency).locale(Locale(identifier: "en_US_POSIX")))
        return zero.split(separator: ".").dropFirst().first?.count(where: \.isNumber) ?? 0
    }
}

/// Checks of texts in known formats. All take time linear in the length of the text.
package enum TextFormat {
    /// Whether a text has the format. Formats without a form of their own accept any text.
    package static func accepts(_ text: String, as format: FieldFormat) -> Bool {
        switch format {
        case .email: isEmail(text)
        case .phone: isPhone(text)
        case .url: isURL(text)
        case .date: isDate(text)
        case .time: isTime(text)
        default: true
        }
    }

    /// The addresses that HTML's `<input type=email>` accepts, so that browsers and the server agree.
    package static func isEmail(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let special = ".!#$%&'*+/=?^_`{|}~-".utf8
        guard parts[0].allSatisfy({ isLetterOrDigit($0) || special.contains($0) }) else { return false }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
            return isLetterOrDigit(first) && isLetterOrDigit(last)
                && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    package static func isPhone(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "+") && (7...15).contains(digits.count) && digits.allSatisfy(isDigit)
    }

    /// Only the schemes of the web: a client may open the address, and `javascript:` would run in it.
    package static func isURL(_ text: String) -> Bool {
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return false }
        let host = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        return !host.isEmpty && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
            && !text.contains(where: \.isWhitespace)
    }

    /// A full-date of RFC 3339 that the calendar has.
    package static func isDate(_ text: String) -> Bool {
        guard let parts = numbers(in: text, separator: UInt8(ascii: "-"), widths: [4, 2, 2]) else { return false }
        let (year, month, day) = (parts[0], parts[1], parts[2])
        let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...days[month - 1]).contains(day)
    }

    /// `HH:MM` or `HH:MM:SS`.
    package static func isTime(_ text: String) -> Bool {
        let colon = UInt8(ascii: ":")
        let parts =
            numbers(in: text, separator: colon, widths: [2, 2])
            ?? numbers(in: text, separator: colon, widths: [2, 2, 2])
        guard let parts else { return false }
        return parts[0] < 24 && parts.dropFirst().allSatisfy { $0 < 60 }
    }

    private static func numbers(in text: String, separator: UInt8, widths: [Int]) -> [Int]? {
        let parts = text.utf8.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.count) == widths, parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
        return parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
