/// The text of a number (RFC 8259, section 6), and its conversions.
struct NumberText {
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The exact value; nil if it has a fraction or does not fit.
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        var magnitude: UInt64 = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        // Eighteen characters cannot overflow.
        guard bytes.count <= 18 else { return Decomposed(bytes).integer() }
        for index in (isNegative ? 1 : 0)..<bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return Decomposed(bytes).integer() }
            magnitude = magnitude &* 10 &+ UInt64(digit)
        }
        let value = Int64(truncatingIfNeeded: magnitude)
        return Integer(exactly: isNegative ? -value : value)
    }

    /// The nearest value; nil beyond the largest finite one.
    func double() -> Double? {
        let number = Decomposed(bytes)
        // Both factors are exact, so a single rounding gives the nearest value (Clinger, "How to Read Floating Point
        // Numbers Accurately", 1990).
        if let mantissa = number.mantissa, mantissa < 1 << 53, abs(number.exponent) < Self.powersOfTen.count {
            let power = Self.powersOfTen[abs(number.exponent)]
            let magnitude = number.exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
            return number.isNegative ? -magnitude : magnitude
        }
        return Double(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The nearest value; nil beyond the largest finite one. A conversion through `Double` would round twice.
    func float() -> Float? {
        Float(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The powers of ten that a `Double` represents exactly.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

extension NumberText {
    /// A number as `digits` × 10^`exponent`, with leading and trailing zeros removed.
    struct Decomposed {
        let isNegative: Bool
        /// The significant digits. They may include the decimal point.
        let digits: Slice<UnsafeBufferPointer<UInt8>>
        let digitCount: Int
        let exponent: Int

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            isNegative = bytes.first == UInt8(ascii: "-")
            let start = isNegative ? 1 : 0
            let end = bytes[start...].firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
            let point = bytes[start..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
            let isDigit = { (byte: UInt8) in byte > UInt8(ascii: "0") }
            guard
                let first = bytes[start..<end].firstIndex(where: isDigit),
                let last = bytes[start..<end].lastIndex(where: isDigit)
            else {
                (digits, digitCount, exponent) = (bytes[start..<start], 0, 0)
                return
            }
            digits = bytes[first...last]
            digitCount = last - first + (first < point && point < last ? 0 : 1)
            let scale = last < point ? point - last - 1 : point - last
            exponent = scale + (end < bytes.count ? Self.exponent(bytes[(end + 1)...]) : 0)
        }

        /// The digits as an integer; nil for more than 19.
        var mantissa: UInt64? {
            guard digitCount <= 19 else { return nil }
            var mantissa: UInt64 = 0
            for digit in digits where digit != UInt8(ascii: ".") {
                mantissa = mantissa * 10 + UInt64(digit - UInt8(ascii: "0"))
            }
            return mantissa
        }

        /// The value, if it is integral and fits.
        func integer<Integer: FixedWidthInteger>() -> Integer? {
            // No integer type has more than 39 digits. Check this before allocating zeros, whose number is the exponent.
            guard exponent >= 0, digitCount <= 39, exponent <= 39 else { return nil }
            var value: Integer = 0
            let zeros = repeatElement(UInt8(ascii: "0"), count: digitCount == 0 ? 0 : exponent)
            for digits in [Array(digits), Array(zeros)] {
                for digit in digits where digit != UInt8(ascii: ".") {
                    guard let digit = Integer(exactly: digit - UInt8(ascii: "0")) else { return nil }
                    let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
                    let (sum, overflows) =
                        isNegative
                        ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
                    if isTooLarge || overflows { return nil }
                    value = sum
                }
            }
            return value
        }

        /// The exponent, capped at a billion.
        private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
            var value = 0
            for byte in text where byte >= UInt8(ascii: "0") {
                value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000_000)
            }
            return text.first == UInt8(ascii: "-") ? -value : value
        }
    }
}
