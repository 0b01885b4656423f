/// What a handler can take out of a path. An id type of one's own conforms in two lines.
public protocol PathValue: Sendable {
    /// Reads a segment of the path, decoded. Nil: it is none of these, so there is nothing at that path.
    init?(pathSegment: String)

    /// The JSON Schema type of what is read: `string`, `integer`, `number` or `boolean`.
    static var schemaType: String { get }
}

extension String: PathValue {
    /// Any segment is text.
    public init?(pathSegment: String) { self = pathSegment }

    /// `string`.
    public static var schemaType: String { "string" }
}

extension Int: PathValue {
    /// Decimal digits, with a sign or without.
    public init?(pathSegment: String) { self.init(pathSegment) }

    /// `integer`.
    public static var schemaType: String { "integer" }
}
