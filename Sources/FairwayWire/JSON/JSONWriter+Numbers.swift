extension JSONWriter {
    /// Writes an integer.
    @inlinable
    public mutating func int(_ value: Int) { integer(negative: value < 0, magnitude: UInt64(value.magnitude)) }

    /// Writes an integer of any width.
    @inlinable
    public mutating func int(_ value: some FixedWidthInteger) {
        if let magnitude = UInt64(exactly: value.magnitude) {
            integer(negative: value < 0, magnitude: magnitude)
        } else {
            number(String(value))
        }
    }

    /// Writes a number as the shortest text that reads back as the same value.
    ///
    /// - Throws: ``JSONError`` for infinities and NaN, which JSON has no way to write; nothing is written then.
    public mutating func double(_ value: Double) throws {
        guard value.isFinite else { throw JSONError.notFinite(pointer: "") }
        number(value.description)
    }

    /// Writes the text of a number, which must be valid JSON.
    @usableFromInline
    mutating func number(_ text: String) {
        var text = text
        text.withUTF8 {
            reserve($0.count + 1)
            comma()
            putAll($0)
        }
        needsComma = true
    }

    @usableFromInline
    mutating func integer(negative: Bool, magnitude: UInt64) {
        // A comma, a sign and the twenty digits of the largest magnitude.
        reserve(22)
        comma()
        needsComma = true
        if negative { put(UInt8(ascii: "-")) }
        if magnitude < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude)) }
        var digits = 0
        var rest = magnitude
        while rest > 0 {
            rest /= 10
            digits += 1
        }
        rest = magnitude
        var place = count + digits
        count = place
        while rest > 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            place -= 1
            base[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
    }
}

extension JSONError {
    static func notFinite(pointer: String) -> JSONError {
        JSONError(.invalidValue, "JSON has no infinities and no NaN", pointer: pointer)
    }
}
