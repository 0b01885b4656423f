/// Dates and times on the internet, RFC 3339.
///
/// A date is a `Double` of seconds since 2001. The shortest decimal number that reads back as that very `Double` is
/// taken apart into whole seconds, which become the calendar's fields, and fraction digits, which are written as they
/// are, filled up to milliseconds: a client may take all texts for equally long that are no finer. Reading puts the same
/// decimal number together again, so that no bit is lost.
enum RFC3339 {
    /// From 0000-01-01 to 2001-01-01.
    private static let daysBefore2001 = CivilDate(year: 2001, month: 1, day: 1).dayNumber
    private static let secondsADay = 86_400
    /// The years that four digits can express, in seconds since 2001.
    private static let range = Double(seconds(atStartOf: 0))..<Double(seconds(atStartOf: 10_000))
    private static let fewestFractionDigits = 3

    /// The text for a moment, in UTC; nil outside of the years 0000 to 9999.
    static func text(secondsSince2001 seconds: Double) -> String? {
        guard range.contains(seconds) else { return nil }
        let (wholeSeconds, fraction) = split(seconds)
        let (days, secondOfDay) = floorDivide(wholeSeconds, by: secondsADay)
        let date = CivilDate(dayNumber: days + daysBefore2001)
        let (minute, second) = secondOfDay.quotientAndRemainder(dividingBy: 60)
        var text = "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
        text += "T\(padded(minute / 60)):\(padded(minute % 60)):\(padded(second))"
        text += "." + String(decoding: fraction, as: UTF8.self)
        text += String(repeating: "0", count: max(0, fewestFractionDigits - fraction.count))
        return text + "Z"
    }

    /// The moment that a text stands for; nil when it is not in the grammar of RFC 3339, section 5.6, or not within the years
    /// 0000 to 9999 in UTC: `0000-01-01T00:00:00+01:00` is in the year before, and could not be written again.
    static func secondsSince2001(_ text: String) -> Double? {
        var fields = RFC3339Fields(text)
        guard
            let year = fields.number(4), fields.skip("-"), let month = fields.number(2), fields.skip("-"),
            let day = fields.number(2), fields.skip("Tt"), let hour = fields.number(2), fields.skip(":"),
            let minute = fields.number(2), fields.skip(":"), let second = fields.number(2)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        // A leap second, 60, is the moment at which the next minute begins: Date counts none.
        guard date.isValid, hour < 24, minute < 60, second <= 60 else { return nil }
        var fraction: [UInt8] = []
        if fields.skip(".") {
            fraction = fields.digits()
            if fraction.isEmpty { return nil }
        }
        guard let offset = fields.offset(), fields.isAtEnd else { return nil }
        let days = date.dayNumber - daysBefore2001
        let seconds = joined(days * secondsADay + hour * 3600 + minute * 60 + second - offset, fraction)
        return seconds.flatMap { range.contains($0) ? $0 : nil }
    }

    private static func seconds(atStartOf year: Int) -> Int {
        (CivilDate(year: year, month: 1, day: 1).dayNumber - daysBefore2001) * secondsADay
    }

    /// The whole seconds at or before a moment, and the digits of the fraction that follows.
    private static func split(_ seconds: Double) -> (whole: Int, fraction: [UInt8]) {
        let whole = Int(seconds.rounded(.towardZero))
        let fraction = fractionDigits(of: seconds.magnitude)
        return seconds < 0 && !fraction.isEmpty ? (whole - 1, complement(fraction)) : (whole, fraction)
    }

    /// The number that `split` took apart.
    private static func joined(_ whole: Int, _ fraction: [UInt8]) -> Double? {
        let significant = (fraction.lastIndex { $0 != UInt8(ascii: "0") } ?? -1) + 1
        let digits = fraction[..<significant]
        guard !digits.isEmpty else { return Double(whole) }
        guard whole < 0 else { return Double("\(whole).\(String(decoding: digits, as: UTF8.self))") }
        return Double("-\(-(whole + 1)).\(String(decoding: complement(digits), as: UTF8.self))")
    }

    /// What stands behind the decimal point.
    private static func fractionDigits(of magnitude: Double) -> [UInt8] {
        let text = Array(magnitude.description.utf8)
        let end = text.firstIndex(of: UInt8(ascii: "e")) ?? text.count
        let point = text[..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
        var fraction = Array(text[min(point + 1, end)..<end])
        if fraction == [UInt8(ascii: "0")] { fraction = [] }
        // 1.5e-07 is 0.00000015. There are no positive exponents below 1e16.
        if end < text.count, let exponent = Int(String(decoding: text[(end + 1)...], as: UTF8.self)) {
            return Array(repeating: UInt8(ascii: "0"), count: -exponent - 1) + text[..<point] + fraction
        }
        return fraction
    }

    /// The digits of 1 - 0.digits; the last digit is not zero.
    private static func complement(_ digits: some Collection<UInt8>) -> [UInt8] {
        var result = digits.map { UInt8(ascii: "9") - $0 + UInt8(ascii: "0") }
        if let last = result.indices.last { result[last] += 1 }
        return result
    }

    private static func floorDivide(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = (value % divisor + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
