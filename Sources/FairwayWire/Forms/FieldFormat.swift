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
