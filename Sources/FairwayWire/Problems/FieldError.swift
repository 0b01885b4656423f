/// What is wrong with one member of a request.
public struct FieldError: Codable, Hashable, Sendable, Error {
    /// Where, as a JSON Pointer (RFC 6901) into the request's body: `/params/name`.
    public var pointer: String
    /// A short name that programs may compare: `type-mismatch`, `empty`.
    public var code: String
    /// A sentence for people.
    public var detail: String?

    /// A fault at a place in the body.
    public init(_ pointer: String, _ code: String, detail: String? = nil) {
        self.pointer = pointer
        self.code = code
        self.detail = detail
    }

    /// What the JSON decoder found wrong with a member's value.
    public init(_ error: JSONError, under pointer: String) {
        self.init(pointer + (error.pointer ?? ""), error.code.rawValue, detail: error.message)
    }

    /// Writes `detail` only when there is one.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(pointer, forKey: .pointer)
        try members.encode(code, forKey: .code)
        if let detail { try members.encode(detail, forKey: .detail) }
    }
}
