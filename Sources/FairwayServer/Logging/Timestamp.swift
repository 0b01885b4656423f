import FairwayWire

/// A moment, as the log shows it.
struct Timestamp: Equatable, Sendable {
    let microsecondsSince1970: Int64

    private static let dayNumberOf1970 = CivilDate(year: 1970, month: 1, day: 1).dayNumber

    init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    /// The same as a string of JSON.
    var quoted: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(26)
        text.append(UInt8(ascii: "\""))
        append(to: &text)
        text.append(UInt8(ascii: "\""))
        return text
    }

    /// RFC 3339, in UTC, to the millisecond: `2026-03-01T12:00:00.250Z`.
    func append(to line: inout [UInt8]) {
        let (milliseconds, _) = Int(microsecondsSince1970).flooringDivision(by: 1_000)
        let (seconds, millisecond) = milliseconds.flooringDivision(by: 1_000)
        let (days, second) = seconds.flooringDivision(by: 86_400)
        let date = CivilDate(dayNumber: days + Self.dayNumberOf1970)
        Self.append(date.year, digits: 4, then: "-", to: &line)
        Self.append(date.month, digits: 2, then: "-", to: &line)
        Self.append(date.day, digits: 2, then: "T", to: &line)
        Self.append(second / 3_600, digits: 2, then: ":", to: &line)
        Self.append(second / 60 % 60, digits: 2, then: ":", to: &line)
        Self.append(second % 60, digits: 2, then: ".", to: &line)
        Self.append(millisecond, digits: 3, then: "Z", to: &line)
    }

    private static func append(_ number: Int, digits: Int, then separator: Unicode.Scalar, to line: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            line.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
        line.append(UInt8(ascii: separator))
    }
}

extension Int {
    /// Quotient and remainder with the remainder never negative, as a calendar counts.
    fileprivate func flooringDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
