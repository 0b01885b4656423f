import FairwayWire
import Foundation

struct Timestamp: Equatable, Sendable {
    let microsecondsSince1970: Int64

    private static let dayNumberOf1970 = CivilDate(year: 1970, month: 1, day: 1).dayNumber

    init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    /// Calls `body` with the time in RFC 3339 format, in UTC, to the millisecond: `2026-03-01T12:00:00.250Z`. The bytes
    /// are valid only during the call. The year must have at most four digits.
    func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let (milliseconds, _) = Int(microsecondsSince1970).flooringDivision(by: 1_000)
        let (seconds, millisecond) = milliseconds.flooringDivision(by: 1_000)
        let (days, second) = seconds.flooringDivision(by: 86_400)
        let date = CivilDate(dayNumber: days + Self.dayNumberOf1970)
        assert((0...9_999).contains(date.year))
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
            var place = text.startIndex
            func put(_ number: Int, digits: Int, then separator: Unicode.Scalar) {
                var rest = number
                for digit in (place..<place + digits).reversed() {
                    text.initializeElement(at: digit, to: UInt8(ascii: "0") + UInt8(rest % 10))
                    rest /= 10
                }
                text.initializeElement(at: place + digits, to: UInt8(ascii: separator))
                place += digits + 1
            }
            put(date.year, digits: 4, then: "-")
            put(date.month, digits: 2, then: "-")
            put(date.day, digits: 2, then: "T")
            put(second / 3_600, digits: 2, then: ":")
            put(second / 60 % 60, digits: 2, then: ":")
            put(second % 60, digits: 2, then: ".")
            put(millisecond, digits: 3, then: "Z")
            return body(UnsafeBufferPointer(text))
        }
    }
}

extension Int {
    /// The quotient, rounded down, and the non-negative remainder.
    fileprivate func flooringDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Timestamp {
    static let system: @Sendable () -> Timestamp = {
        Timestamp(microsecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }
}
