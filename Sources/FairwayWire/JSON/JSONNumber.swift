package import Foundation

/// A JSON number, stored as its exact text.
///
/// Two numbers are equal if their texts are: `1` and `1.0` differ. Compare ``double`` or ``int`` to compare values.
public struct JSONNumber: Hashable, Sendable {
    /// The number in the grammar of RFC 8259, section 6.
    public let text: String

    /// Creates a number from its text; nil if the text is not a number in the grammar of RFC 8259.
    public init?(_ text: String) {
        let number = try? JSON.decode(JSONNumber.self, from: text.utf8)
        guard let number, number.text == text else { return nil }
        self = number
    }

    /// An integer.
    public init(_ value: some FixedWidthInteger) { text = String(value) }

    /// Creates a number; nil if the value is infinite or NaN.
    public init?(exactly value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// The value, if it is integral and fits an `Int`.
    public var int: Int? { integer() }

    /// The value, if it is integral and fits the type.
    public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        var text = text
        return text.withUTF8 { NumberText($0).integer(type) }
    }

    /// The value, correctly rounded; nil if it exceeds the largest finite `Double`.
    public var double: Double? {
        var text = text
        return text.withUTF8 { NumberText($0).double() }
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int) { self.init(value) }
}

extension JSONNumber: ExpressibleByFloatLiteral {
    /// A number with a fraction.
    public init(floatLiteral value: Double) {
        guard let number = JSONNumber(exactly: value) else {
            preconditionFailure("a JSON number is finite; this literal overflows a Double")
        }
        self = number
    }
}

extension JSONNumber: Codable {
    /// Decodes the number with a decoder other than ``JSON``, as exactly as that decoder can.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int64.self) {
            self.init(value)
        } else if let value = try? container.decode(UInt64.self) {
            self.init(value)
        } else if let number = JSONNumber(exactly: try container.decode(Double.self)) {
            self = number
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "JSON has no infinities and no NaN")
        }
    }

    /// Encodes the number with an encoder other than ``JSON``, as exactly as that encoder can.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value = integer(Int64.self) {
            try container.encode(value)
        } else if let value = integer(UInt64.self) {
            try container.encode(value)
        } else if let value = double {
            try container.encode(value)
        } else {
            throw EncodingError.invalidValue(
                self,
                .init(codingPath: encoder.codingPath, debugDescription: "the number is beyond a Double")
            )
        }
    }
}

extension JSONNumber: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        text = String(decoding: try document.number(at: index).bytes, as: UTF8.self)
    }

    func encode(into encoder: ByteEncoder) { encoder.writer.number(text) }
}

/// Comparisons by value, for the rules of fields.
extension JSONNumber {
    /// Whether the number begins with a minus sign.
    package var isNegative: Bool { text.hasPrefix("-") }

    /// The exact value; nil if it has more digits than a `Decimal` holds.
    package var decimal: Decimal? { try? JSON.decode(Decimal.self, from: text.utf8) }

    /// Whether the number has no fraction. It need not fit an integer type.
    package var isIntegral: Bool { decomposed { $0.digitCount == 0 || $0.exponent >= 0 } }

    /// Whether the decimal values are equal, such as those of `1.0` and `1`. All digits count.
    package func isSame(as other: JSONNumber) -> Bool {
        guard text != other.text else { return true }
        return decomposed { left in
            other.decomposed { right in
                guard left.digitCount > 0, right.digitCount > 0 else { return left.digitCount == right.digitCount }
                return left.isNegative == right.isNegative && left.exponent == right.exponent
                    && left.significantDigits.elementsEqual(right.significantDigits)
            }
        }
    }

    private func decomposed<Result>(_ body: (NumberText.Decomposed) -> Result) -> Result {
        var text = text
        return text.withUTF8 { body(NumberText.Decomposed($0)) }
    }
}

extension NumberText.Decomposed {
    /// The digits without the decimal point.
    fileprivate var significantDigits: some Sequence<UInt8> { digits.lazy.filter { $0 != UInt8(ascii: ".") } }
}

extension JSONValue {
    /// Whether the values are equal. Numbers are compared by value.
    package func isSame(as other: JSONValue) -> Bool {
        if case .number(let left) = self, case .number(let right) = other { return left.isSame(as: right) }
        return self == other
    }
}

extension Decimal {
    /// The text of a decimal has a point only if it is not integral.
    package var isIntegral: Bool { !"\(self)".contains(".") }

    /// The nearest floating-point number; NaN if there is none.
    package var nearestDouble: Double { Double("\(self)") ?? .nan }
}
