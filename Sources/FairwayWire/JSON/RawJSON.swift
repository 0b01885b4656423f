/// A JSON text that is encoded and decoded unchanged.
///
/// ``JSON/encode(_:userInfo:limits:)`` copies its bytes, and escapes U+2028 and U+2029. `JSON.decode(_:from:)` keeps
/// the exact bytes of the document, white space included. Other coders encode and decode a ``JSONValue`` instead.
public struct RawJSON: Hashable, Sendable {
    /// The bytes of one JSON text.
    public let bytes: [UInt8]

    /// Creates a text after checking that the bytes are one JSON text.
    public init(validating bytes: [UInt8], limits: JSONLimits = .standard) throws {
        try JSON.validate(bytes, limits: limits)
        self.bytes = bytes
    }

    /// Creates a text from bytes that this package has written or validated before.
    package init(known bytes: [UInt8]) { self.bytes = bytes }

    /// Encodes a value.
    public init(encoding value: some Encodable, userInfo: [CodingUserInfoKey: Any] = [:]) throws {
        bytes = try JSON.encode(value, userInfo: userInfo)
    }

    /// Creates a text from a writer that has written exactly one value.
    public init(_ writer: borrowing JSONWriter) {
        bytes = writer.bytes
        assert((try? JSON.validate(bytes, limits: JSONLimits(depth: JSONLimits.mostDepth))) != nil, "not one JSON text")
    }

    /// `null`.
    public static let null = RawJSON(known: Array("null".utf8))
    /// `{}`.
    public static let emptyObject = RawJSON(known: Array("{}".utf8))
}

extension RawJSON: CustomStringConvertible {
    /// The text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension RawJSON: Codable {
    /// Decodes any JSON with a decoder other than ``JSON``.
    public init(from decoder: any Decoder) throws {
        bytes = try JSON.encode(JSONValue(from: decoder))
    }

    /// Encodes the JSON with an encoder other than ``JSON``.
    public func encode(to encoder: any Encoder) throws {
        try JSON.decode(JSONValue.self, from: bytes).encode(to: encoder)
    }
}

extension RawJSON: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws { bytes = document.text(at: index) }

    func encode(into encoder: ByteEncoder) { encoder.writer.raw(self) }
}
