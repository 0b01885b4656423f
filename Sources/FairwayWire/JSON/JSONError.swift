/// An error in a JSON text, or in a value that cannot be encoded.
///
/// The coder's own messages never repeat a value, so they may be logged. The message of an error that a type's
/// `init(from:)` or `encode(to:)` throws is kept.
public struct JSONError: Error, Hashable, Sendable {
    /// The kind of error. Raw values are stable and part of the wire protocol.
    public enum Code: String, Hashable, Sendable {
        /// Not JSON. ``JSONError/offset`` is the position.
        case invalidJSON = "invalid-json"
        /// Nested more deeply than ``JSONLimits/depth`` allows.
        case tooDeep = "json-too-deep"
        /// Longer than ``JSONLimits/bytes``.
        case tooLarge = "json-too-large"
        /// JSON of another kind than the type expects.
        case typeMismatch = "type-mismatch"
        /// A member or an element is missing.
        case missingMember = "missing-member"
        /// JSON of the right kind that is not a value of the type.
        case invalidValue = "invalid-value"
        /// A name that is not a case of the enum.
        case unknownCase = "unknown-case"
    }

    /// The kind of error.
    public let code: Code
    /// One sentence without a full stop, such as "expected a string, found null".
    public let message: String
    /// For a syntax error: the offset of the first wrong byte. At the end of the text this is its length.
    public let offset: Int?
    /// For an error in a value: its JSON Pointer (RFC 6901), such as `/params/name`.
    public let pointer: String?

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
    /// The code, the message and the position.
    public var description: String {
        var text = "\(code.rawValue): \(message)"
        if let offset { text += " (byte \(offset))" }
        if let pointer { text += " (at \"\(pointer)\")" }
        return text
    }
}

extension JSONError {
    static let missingMember = "the member is missing"

    /// Converts an error that a type's own `init(from:)` threw.
    ///
    /// `place` is the path of the value being read. It is used if the error has a shorter path or none.
    init(_ error: DecodingError, inside place: [any CodingKey]) {
        let code: Code
        let context: DecodingError.Context
        var missing: [any CodingKey] = []
        switch error {
        case .typeMismatch(_, let details): (code, context) = (.typeMismatch, details)
        case .valueNotFound(_, let details): (code, context) = (.typeMismatch, details)
        case .keyNotFound(let key, let details): (code, context, missing) = (.missingMember, details, [key])
        case .dataCorrupted(let details): (code, context) = (.invalidValue, details)
        @unknown default: (code, context) = (.invalidValue, .init(codingPath: [], debugDescription: "unreadable"))
        }
        let path = context.codingPath.count < place.count ? place : context.codingPath
        let message = missing.isEmpty ? context.debugDescription : Self.missingMember
        self.init(code, message, pointer: (path + missing).jsonPointer)
    }

    /// Converts an error that a type's own `encode(to:)` threw.
    init(_ error: EncodingError) {
        switch error {
        case .invalidValue(_, let context):
            self.init(.invalidValue, context.debugDescription, pointer: context.codingPath.jsonPointer)
        @unknown default:
            self.init(.invalidValue, "the value could not be written", pointer: "")
        }
    }
}

/// A coding key as this coder reports it in paths.
///
/// Paths are computed on demand, from the document. The keys are therefore not instances of the type's own
/// `CodingKeys`, but have the same `stringValue`.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?
    let isIndex: Bool

    init(name: String) {
        stringValue = name
        intValue = Int(name)
        isIndex = false
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
        isIndex = true
    }

    init(stringValue: String) { self.init(name: stringValue) }

    init(intValue: Int) { self.init(name: String(intValue)) }

    static let `super` = JSONKey(name: "super")
}

extension [any CodingKey] {
    /// The path as a JSON Pointer, with `~` and `/` escaped (RFC 6901, section 3).
    var jsonPointer: String {
        var pointer = ""
        for key in self {
            pointer += "/"
            if let index = key.intValue, key.stringValue == "Index \(index)" {
                pointer += String(index)
            } else {
                for character in key.stringValue.unicodeScalars {
                    switch character {
                    case "~": pointer += "~0"
                    case "/": pointer += "~1"
                    default: pointer.unicodeScalars.append(character)
                    }
                }
            }
        }
        return pointer
    }
}
