/// A path with parameters, in the notation of OpenAPI: `/v1/sessions/{id}`.
struct PathTemplate: Sendable, Equatable {
    enum Segment: Sendable, Equatable {
        case literal(String)
        case parameter(String)
    }

    let text: String
    let segments: [Segment]

    /// Reads a template, which must be valid.
    init(_ text: String) {
        precondition(text.hasPrefix("/"), "The path “\(text)” does not begin with a slash.")
        self.text = text
        segments =
            text == "/"
            ? []
            : text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { Self.segment($0, text) }
    }

    var parameters: [String] {
        segments.compactMap { segment in
            if case .parameter(let name) = segment { name } else { nil }
        }
    }

    private static func segment(_ text: Substring, _ template: String) -> Segment {
        let isParameter = text.hasPrefix("{") && text.hasSuffix("}")
        let name = isParameter ? text.dropFirst().dropLast() : text
        precondition(
            !name.isEmpty && !name.contains { "{}?#%".contains($0) },
            "The segment “\(text)” of the path “\(template)” is neither text nor {name}."
        )
        return isParameter ? .parameter(String(name)) : .literal(String(name))
    }
}

/// A type that a handler can take as a path parameter:
///
///     extension OrderID: PathValue {
///         init?(pathSegment: String) { self.init(pathSegment) }
///         static var schemaType: String { "string" }
///     }
public protocol PathValue: Sendable {
    /// Reads a decoded path segment. Nil: the segment is not valid, and the request is answered with 404.
    init?(pathSegment: String)

    /// The JSON Schema type: `string`, `integer`, `number` or `boolean`.
    static var schemaType: String { get }
}

extension String: PathValue {
    /// Any segment is valid.
    public init?(pathSegment: String) { self = pathSegment }

    /// `string`.
    public static var schemaType: String { "string" }
}

extension Int: PathValue {
    /// Decimal digits with an optional sign.
    public init?(pathSegment: String) { self.init(pathSegment) }

    /// `integer`.
    public static var schemaType: String { "integer" }
}

/// Reads the parameters of a path in order. The path must match the template.
struct ParameterReader {
    private let head: RequestHead
    /// The segments that have not been read.
    private var segments: ArraySlice<PathTemplate.Segment>
    /// Where the next segment starts.
    private var position: Int

    init(_ head: RequestHead, matching template: PathTemplate) {
        self.head = head
        segments = template.segments[...]
        position = head.line.path.lowerBound + 1
    }

    mutating func next<Value: PathValue>(_ type: Value.Type) throws(InvalidPathSegment) -> Value {
        while let segment = segments.popFirst() {
            let rest = head.bytes[position..<head.line.path.upperBound]
            let bytes = rest.prefix { $0 != UInt8(ascii: "/") }
            position = bytes.endIndex + 1
            guard case .parameter = segment else { continue }
            let text = bytes.withUnsafeBytes { PercentDecoding.text($0) }
            guard let text, let value = Value(pathSegment: text) else { throw InvalidPathSegment() }
            return value
        }
        preconditionFailure("The path has fewer parameters than its handler takes.")
    }
}

/// Thrown if a path segment is not valid for the parameter's type.
struct InvalidPathSegment: Error {}

/// Percent-decoding (RFC 3986 section 2.1).
enum PercentDecoding {
    /// The decoded bytes, or nil if an escape is not two hexadecimal digits.
    static func bytes(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool = false) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, let high = bytes[index + 1].hexadecimal,
                    let low = bytes[index + 2].hexadecimal
                else { return nil }
                decoded.append(high << 4 | low)
                index += 3
            case UInt8(ascii: "+") where plusIsSpace:
                decoded.append(.space)
                index += 1
            case let byte:
                decoded.append(byte)
                index += 1
            }
        }
        return decoded
    }

    /// Whether an escape stands for a slash or an unreserved character (RFC 3986 section 2.3).
    static func hasNeedlessEscape(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.indices.contains { index in
            guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = bytes[index + 1].hexadecimal, let low = bytes[index + 2].hexadecimal
            else { return false }
            return switch high << 4 | low {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: true
            default: false
            }
        }
    }

    /// The decoded text. Nil for an invalid escape, for invalid UTF-8, and for NUL, which ends a string early in C.
    static func text(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool = false) -> String? {
        let isPlain = !bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
        if isPlain { return validText(bytes) }
        return self.bytes(bytes, plusIsSpace: plusIsSpace)?.withUnsafeBytes(validText)
    }

    private static func validText(_ bytes: UnsafeRawBufferPointer) -> String? {
        bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}
