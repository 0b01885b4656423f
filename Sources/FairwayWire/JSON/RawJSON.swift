/// A JSON text as it stands, to be copied and not to be looked into.
///
/// ``JSON/encode(_:userInfo:limits:)`` copies its bytes, and `JSON.decode(_:from:)` hands on the exact bytes that stood there, white space included. Any other coder sees a ``JSONValue``.
public struct RawJSON: Hashable, Sendable {
    /// One JSON text.
    public let bytes: [UInt8]

    /// Takes bytes after checking that they are one JSON text.
    public init(validating bytes: [UInt8], limits: JSONLimits = .standard) throws {
        try JSON.validate(bytes, limits: limits)
        self.bytes = bytes
    }

    /// Takes bytes that are known to be one JSON text, because this package has written or read them before.
    package init(known bytes: [UInt8]) { self.bytes = bytes }

    /// Encodes a value.
    public init(encoding value: some Encodable, userInfo: [CodingUserInfoKey: Any] = [:]) throws {
        bytes = try JSON.encode(value, userInfo: userInfo)
    }

    /// Takes what a writer has written, which must be one JSON text.
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
    /// Reads the JSON that a decoder of another kind shows.
    public init(from decoder: any Decoder) throws {
        bytes = try JSON.encode(JSONValue(from: decoder))
    }

    /// Shows the JSON to an encoder of another kind.
    public func encode(to encoder: any Encoder) throws {
        try JSON.decode(JSONValue.self, from: bytes).encode(to: encoder)
    }
}

extension RawJSON: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws { bytes = document.text(at: index) }

    func encode(into encoder: ByteEncoder) { encoder.writer.raw(self) }
}
