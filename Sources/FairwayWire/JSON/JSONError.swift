/// What is wrong with a JSON text, or with a value that was to become one.
///
/// The message names kinds and never repeats a value, so that it may be logged.
public struct JSONError: Error, Hashable, Sendable {
    /// What kind of error it is; the raw value is stable, and part of the wire protocol.
    public enum Code: String, Hashable, Sendable {
        /// Not JSON: see ``JSONError/offset``.
        case invalidJSON = "invalid-json"
        /// More arrays and objects inside one another than ``JSONLimits/depth`` allows.
        case tooDeep = "json-too-deep"
        /// Longer than ``JSONLimits/bytes``.
        case tooLarge = "json-too-large"
        /// JSON of another kind than the type asks for.
        case typeMismatch = "type-mismatch"
        /// A member or an element that the type asks for is not there.
        case missingMember = "missing-member"
        /// The right kind of JSON, and still no value of the type.
        case invalidValue = "invalid-value"
        /// An enum has no such case.
        case unknownCase = "unknown-case"
    }

    /// What kind of error it is.
    public let code: Code
    /// One sentence without a full stop, such as "expected a string, found null".
    public let message: String
    /// For an error in the syntax: the offset of the first byte that is wrong, which is the text's length at its end.
    public let offset: Int?
    /// For an error in a value: where it is, as a JSON Pointer (RFC 6901), such as `/params/name`.
    public let pointer: String?

    /// An error in the syntax.
    init(_ code: Code, _ message: String, offset: Int) {
        self.code = code
        self.message = message
        self.offset = offset
        self.pointer = nil
    }

    /// An error in a value.
    public init(_ code: Code, _ message: String, pointer: String) {
        self.code = code
        self.message = message
        self.offset = nil
        self.pointer = pointer
    }
}

extension JSONError: CustomStringConvertible {
    /// The code, the message and the place.
    public var description: String {
        var text = "\(code.rawValue): \(message)"
        if let offset { text += " (byte \(offset))" }
        if let pointer { text += " (at \"\(pointer)\")" }
        return text
    }
}
