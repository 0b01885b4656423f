/// Converts between seconds and the texts of RFC 3339.
///
/// A date is a `Double` of seconds since 2001. Its shortest decimal representation is split into whole seconds, which
/// become the calendar fields, and fraction digits, which are written unchanged. The fraction is padded to
/// milliseconds, so that clients may expect a fixed width for dates of that precision. Reading reassembles the same
/// decimal number, so no bit is lost.
enum RFC3339 {
    private static let daysBefore2001 = CivilDate(year: 2001, month: 1, day: 1).dayNumber
    private static let secondsPerDay = 86_400
    /// The years 0000 to 9999, in seconds since 2001.
    private static let range = Double(seconds(atStartOf: 0))..<Double(seconds(atStartOf: 10_000))
    private static let fewestFractionDigits = 3

    /// The text of a date in UTC; nil outside of the years 0000 to 9999.
    static func text(secondsSince2001 seconds: Double) -> String? {
        guard range.contains(seconds) else { return nil }
        let milliseconds = (seconds * 1_000).rounded()
        // Most dates are whole milliseconds. In this range, two of them are never the same number, so no shorter text reads
        // back as this date.
        if milliseconds / 1_000 == seconds {
            let (wholeSeconds, fraction) = floorDivide(Int(milliseconds), by: 1_000)
            return text(wholeSeconds) { $0.append(fraction, digits: fewestFractionDigits) }
        }
        let (wholeSeconds, fraction) = split(seconds)
        return text(wholeSeconds) {
            $0 += fraction
            $0 += repeatElement(UInt8(ascii: "0"), count: max(0, fewestFractionDigits - fraction.count))
        }
    }

    private static func text(_ wholeSeconds: Int, appendFraction: (inout [UInt8]) -> Void) -> String {
        let (days, secondOfDay) = floorDivide(wholeSeconds, by: secondsPerDay)
        let date = CivilDate(dayNumber: days + daysBefore2001)
        let (minute, second) = secondOfDay.quotientAndRemainder(dividingBy: 60)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        text.append(date.year, digits: 4)
        text.append(date.month, digits: 2, after: "-")
        text.append(date.day, digits: 2, after: "-")
        text.append(minute / 60, digits: 2, after: "T")
        text.append(minute % 60, digits: 2, after: ":")
        text.append(second, digits: 2, after: ":")
        text.append(UInt8(ascii: "."))
        appendFraction(&text)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// The date of a text. Returns nil if the text is not in the grammar of RFC 3339, section 5.6. Also returns nil if
    /// the date in UTC is outside of the years 0000 to 9999, as `0000-01-01T00:00:00+01:00` is: `text` cannot write it.
    static func secondsSince2001(_ text: String) -> Double? {
        var fields = RFC3339Fields(text)
        guard
            let year = fields.number(4), fields.skip("-"), let month = fields.number(2), fields.skip("-"),
            let day = fields.number(2), fields.skip("Tt"), let hour = fields.number(2), fields.skip(":"),
            let minute = fields.number(2), fields.skip(":"), let second = fields.number(2)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        // A leap second (60) equals the first second of the next minute, since `Date` has no leap seconds.
        guard date.isValid, hour < 24, minute < 60, second <= 60 else { return nil }
        var fraction: [UInt8] = []
        if fields.skip(".") {
            fraction = fields.digits()
            if fraction.isEmpty { return nil }
        }
        guard let offset = fields.offset(), fields.isAtEnd else { return nil }
        let days = date.dayNumber - daysBefore2001
        let seconds = joined(days * secondsPerDay + hour * 3600 + minute * 60 + second - offset, fraction)
        return seconds.flatMap { range.contains($0) ? $0 : nil }
    }

    private static func seconds(atStartOf year: Int) -> Int {
        (CivilDate(year: year, month: 1, day: 1).dayNumber - daysBefore2001) * secondsPerDay
    }

    /// The whole seconds, rounded down, and the digits of the remaining fraction.
    private static func split(_ seconds: Double) -> (whole: Int, fraction: [UInt8]) {
        let whole = Int(seconds.rounded(.towardZero))
        let fraction = fractionDigits(of: seconds.magnitude)
        return seconds < 0 && !fraction.isEmpty ? (whole - 1, complement(fraction)) : (whole, fraction)
    }

    /// The inverse of `split`.
    private static func joined(_ whole: Int, _ fraction: [UInt8]) -> Double? {
        let significant = (fraction.lastIndex { $0 != UInt8(ascii: "0") } ?? -1) + 1
        let digits = fraction[..<significant]
        guard !digits.isEmpty else { return Double(whole) }
        guard whole < 0 else { return Double("\(whole).\(String(decoding: digits, as: UTF8.self))") }
        return Double("-\(-(whole + 1)).\(String(decoding: complement(digits), as: UTF8.self))")
    }

    /// The digits after the decimal point.
    private static func fractionDigits(of magnitude: Double) -> [UInt8] {
        let text = Array(magnitude.description.utf8)
        let end = text.firstIndex(of: UInt8(ascii: "e")) ?? text.count
        let point = text[..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
        var fraction = Array(text[min(point + 1, end)..<end])
        if fraction == [UInt8(ascii: "0")] { fraction = [] }
        // For `1.5e-07` these are 00000015. Values below 1e16 have no positive exponent.
        if end < text.count, let exponent = Int(String(decoding: text[(end + 1)...], as: UTF8.self)) {
            return Array(repeating: UInt8(ascii: "0"), count: -exponent - 1) + text[..<point] + fraction
        }
        return fraction
    }

    /// The fraction digits of 1 - 0.d, where d is `digits`. The last digit must not be zero.
    private static func complement(_ digits: some Collection<UInt8>) -> [UInt8] {
        var result = digits.map { UInt8(ascii: "9") - $0 + UInt8(ascii: "0") }
        if let last = result.indices.last { result[last] += 1 }
        return result
    }

    private static func floorDivide(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = (value % divisor + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }
}

extension [UInt8] {
    /// Appends a separator, and a number with exactly this many digits.
    fileprivate mutating func append(_ number: Int, digits: Int, after separator: Unicode.Scalar? = nil) {
        if let separator { append(UInt8(ascii: separator)) }
        var unit = 1
        for _ in 1..<digits { unit *= 10 }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(number / unit % 10))
            unit /= 10
        }
    }
}

/// Reads the fields of a date and time in order.
struct RFC3339Fields {
    private let text: [UInt8]
    private var position = 0

    init(_ text: String) { self.text = Array(text.utf8) }

    var isAtEnd: Bool { position == text.count }

    /// A number with exactly `width` digits.
    mutating func number(_ width: Int) -> Int? {
        guard position + width <= text.count else { return nil }
        var number = 0
        for byte in text[position..<position + width] {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        position += width
        return number
    }

    mutating func digits() -> [UInt8] {
        let digits = text[position...].prefix { $0 &- UInt8(ascii: "0") < 10 }
        position += digits.count
        return Array(digits)
    }

    /// Skips one of these characters, if it is next.
    mutating func skip(_ characters: String) -> Bool {
        guard position < text.count, characters.utf8.contains(text[position]) else { return false }
        position += 1
        return true
    }

    /// The offset from UTC in seconds: `Z`, `+01:00`.
    mutating func offset() -> Int? {
        if skip("Zz") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else { return nil }
        return sign * (hour * 60 + minute) * 60
    }
}

/// A date of the proleptic Gregorian calendar, which RFC 3339 and ISO 8601 use.
///
/// The computation begins years in March, because a leap day is then the last day of its year. It groups years into
/// eras of 400 (Howard Hinnant, "chrono-compatible low-level date algorithms").
package struct CivilDate {
    package let year: Int
    package let month: Int
    package let day: Int

    private static let daysPerEra = 146_097

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date that is `dayNumber` days after 0000-03-01.
    package init(dayNumber: Int) {
        let era = (dayNumber >= 0 ? dayNumber : dayNumber - Self.daysPerEra + 1) / Self.daysPerEra
        let dayOfEra = dayNumber - era * Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days since 0000-03-01.
    package var dayNumber: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
        let yearOfEra = yearFromMarch - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * Self.daysPerEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    }

    var isValid: Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        let same = CivilDate(dayNumber: dayNumber)
        return same.month == month && same.day == day
    }
}
