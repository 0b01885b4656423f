import Foundation

/// A type that the coder writes itself, without calling the type's `encode(to:)`.
protocol DirectlyEncodable {
    /// Writes exactly one value.
    func encode(into encoder: ByteEncoder) throws
}

/// A type that the coder reads itself, without calling the type's `init(from:)`.
protocol DirectlyDecodable {
    init(at index: Int, of document: JSONDocument) throws
}

typealias DirectlyCodable = DirectlyEncodable & DirectlyDecodable

/// Encoded as RFC 3339 in UTC with at least milliseconds: `2026-11-21T01:37:09.000Z`, `2026-11-21T01:37:09.250Z`.
extension Date: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        try document.expect(.string, at: index)
        let text = document.stringValue(at: index)
        guard let seconds = RFC3339.secondsSince2001(text) else {
            throw document.invalid(
                "the string is not a date and time as in RFC 3339, in the years 0000 to 9999 in UTC",
                at: index
            )
        }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }

    func encode(into encoder: ByteEncoder) throws {
        guard let text = RFC3339.text(secondsSince2001: timeIntervalSinceReferenceDate) else {
            let message = "the date is not in the years 0000 to 9999, which RFC 3339 can express"
            throw JSONError(.invalidValue, message, pointer: encoder.valuePath.jsonPointer)
        }
        encoder.writer.string(text)
    }
}

/// Encoded as Base64 with padding (RFC 4648, section 4).
extension Data: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        guard let data = Data(base64Encoded: try document.string(at: index)) else {
            throw document.invalid("the string is not base64", at: index)
        }
        self = data
    }

    func encode(into encoder: ByteEncoder) { encoder.writer.string(base64EncodedString()) }
}

/// Encoded as an exact number. A number that a `Decimal` cannot represent exactly is refused, not rounded.
extension Decimal: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        let number = NumberText.Decomposed(try document.number(at: index).bytes)
        // A Decimal is a significand below 2^128, which fits any 38 digits, times a power of ten from -128 to 127. If
        // only the power is too large, zeros are moved into the significand.
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

/// Encoded as the absolute URL in a string. The base of a relative URL is lost.
extension URL: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        guard let url = URL(string: try document.string(at: index)) else {
            throw document.invalid("the string is not a URL", at: index)
        }
        self = url
    }

    func encode(into encoder: ByteEncoder) { encoder.writer.string(absoluteString) }
}

extension UUID: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        guard let uuid = UUID(uuidString: try document.string(at: index)) else {
            throw document.invalid("the string is not a UUID", at: index)
        }
        self = uuid
    }

    func encode(into encoder: ByteEncoder) { encoder.writer.string(uuidString) }
}
