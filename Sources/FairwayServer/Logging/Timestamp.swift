/// A moment, as the log shows it.
struct Timestamp: Equatable, Sendable {
    let microsecondsSince1970: Int64

    init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    /// RFC 3339, in UTC, to the millisecond: `2026-03-01T12:00:00.250Z`.
    func append(to line: inout [UInt8]) {
        let (milliseconds, _) = microsecondsSince1970.flooringDivision(by: 1_000)
        let (seconds, millisecond) = milliseconds.flooringDivision(by: 1_000)
        let (days, second) = seconds.flooringDivision(by: 86_400)
        let (year, month, day) = Self.date(daysSince1970: days)
        Self.append(year, digits: 4, then: "-", to: &line)
        Self.append(month, digits: 2, then: "-", to: &line)
        Self.append(day, digits: 2, then: "T", to: &line)
        Self.append(second / 3_600, digits: 2, then: ":", to: &line)
        Self.append(second / 60 % 60, digits: 2, then: ":", to: &line)
        Self.append(second % 60, digits: 2, then: ".", to: &line)
        Self.append(millisecond, digits: 3, then: "Z", to: &line)
    }

    /// The Gregorian date, by counting in 400-year eras of years that begin in March, so that the leap day comes last
    /// (Howard Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`).
    private static func date(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (daysSince1970 + 719_468).flooringDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }

    private static func append(_ number: Int64, digits: Int, then separator: Unicode.Scalar, to line: inout [UInt8]) {
        var divisor: Int64 = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            line.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
        line.append(UInt8(ascii: separator))
    }
}

extension Int64 {
    /// Quotient and remainder with the remainder never negative, as a calendar counts.
    fileprivate func flooringDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
