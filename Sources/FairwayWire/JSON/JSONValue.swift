/// Any JSON value, for documents whose shape is not known in advance.
///
/// ```swift
/// let page: JSONValue = ["title": "Second page", "version": 1, "draft": nil]
/// page["title"]?.string       // "Second page"
/// ```
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as its exact text.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, its members in order.
    case object(JSONObject)
}

// MARK: - Access

extension JSONValue {
    /// The member of an object; nil if it is absent or this is not an object.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The element of an array; nil if the index is out of range or this is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// Whether it is `null`.
    public var isNull: Bool { self == .null }

    /// The value, if this is `true` or `false`.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The value, if this is an integral number that fits an `Int`.
    public var int: Int? { if case .number(let value) = self { value.int } else { nil } }

    /// The value, if this is a number.
    public var double: Double? { if case .number(let value) = self { value.double } else { nil } }

    /// The value, if this is a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The value, if this is an array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The value, if this is an object.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
}

extension JSONValue: ExpressibleByNilLiteral {
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .number(JSONNumber(floatLiteral: value)) }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object. The member names must differ.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { (name: $0.0, value: $0.1) }))
    }
}

extension JSONValue: Codable {
    /// Decodes the value with a decoder other than ``JSON``.
    public init(from decoder: any Decoder) throws {
        if let object = try? JSONObject(from: decoder) {
            self = .object(object)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(JSONNumber.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            self = .array(try container.decode([JSONValue].self))
        }
    }

    /// Encodes the value with an encoder other than ``JSON``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        switch document[index].kind {
        case .null: self = .null
        case .bool: self = .bool(try document.bool(at: index))
        case .number: self = .number(try JSONNumber(at: index, of: document))
        case .string: self = .string(document.stringValue(at: index))
        case .array: self = .array(try document.elements(of: index).map { try JSONValue(at: $0, of: document) })
        case .object: self = .object(try JSONObject(at: index, of: document))
        }
    }

    func encode(into encoder: ByteEncoder) throws {
        switch self {
        case .null: encoder.writer.null()
        case .bool(let value): encoder.writer.bool(value)
        case .number(let value): value.encode(into: encoder)
        case .string(let value): encoder.writer.string(value)
        case .array(let elements):
            try encoder.array { encoder in
                for element in elements {
                    encoder.nextElement()
                    try element.encode(into: encoder)
                }
            }
        case .object(let object): try object.encode(into: encoder)
        }
    }
}
