import Foundation

/// A number, to the last digit: what a `Decimal` cannot hold exactly is refused rather than rounded.
extension Decimal: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        let number = NumberText.Decomposed(try document.number(at: index).bytes)
        // A Decimal is a significand below 2^128, which any 38 digits are, times a power of ten from -128 to 127. Where
        // only the power is too large, zeros move it into the significand.
        let zeros = max(0, number.exponent - 127)
        guard number.exponent >= -128, number.digitCount + zeros <= 38 else {
            throw document.beyond("Decimal", at: index)
        }
        let digits = number.digits.filter { $0 != UInt8(ascii: ".") } + repeatElement(UInt8(ascii: "0"), count: zeros)
        var significand = Decimal(0)
        for digit in digits { significand = significand * 10 + Decimal(Int(digit - UInt8(ascii: "0"))) }
        self = Decimal(
            sign: number.isNegative ? .minus : .plus,
            exponent: number.exponent - zeros,
            significand: significand
        )
    }

    func encode(into encoder: ByteEncoder) throws {
        guard isFinite else { throw JSONError.notFinite(pointer: encoder.valuePath.jsonPointer) }
        encoder.writer.number(description)
    }
}
