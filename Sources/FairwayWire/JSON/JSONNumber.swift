/// A number, as the exact text that stood in the document.
///
/// Two numbers are equal when their texts are: `1` and `1.0` are not. Compare ``double`` or ``int`` for their values.
public struct JSONNumber: Hashable, Sendable {
    /// A number in the grammar of RFC 8259, section 6.
    public let text: String

    /// Takes a text after checking that it is a number in the grammar of RFC 8259.
    public init?(_ text: String) {
        let number = try? JSON.decode(JSONNumber.self, from: text.utf8)
        guard let number, number.text == text else { return nil }
        self = number
    }

    /// An integer.
    public init(_ value: some FixedWidthInteger) { text = String(value) }

    /// A number, unless it is infinite or not a number.
    public init?(exactly value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// The value, when it is integral and fits.
    public var int: Int? { integer() }

    /// The value, when it is integral and fits the type.
    public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        var text = text
        return text.withUTF8 { NumberText($0).integer(type) }
    }

    /// The value, correctly rounded; nil when it is beyond the largest finite one.
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
    /// Reads what a decoder of another kind shows, as exactly as that can.
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

    /// Shows the number to an encoder of another kind, as exactly as that can take it.
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
