/// Any JSON value, for documents whose shape is not known beforehand.
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

// MARK: - Looking into it

extension JSONValue {
    /// The member of an object; nil when it has none of that name, and when this is not an object.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The element of an array; nil when it has not that many, and when this is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// Whether it is `null`.
    public var isNull: Bool { self == .null }

    /// The value, when it is `true` or `false`.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The value, when it is a number that is integral and fits.
    public var int: Int? { if case .number(let value) = self { value.int } else { nil } }

    /// The value, when it is a number.
    public var double: Double? { if case .number(let value) = self { value.double } else { nil } }

    /// The value, when it is a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The value, when it is an array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The value, when it is an object.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
}
