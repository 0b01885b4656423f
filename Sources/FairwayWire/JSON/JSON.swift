/// A strict, deterministic JSON coder (RFC 8259) for `Codable` values.
///
/// ```swift
/// let bytes = try JSON.encode(page)
/// let page = try JSON.decode(Page1.self, from: bytes)
/// ```
///
/// **Encoding.** The same value always gives the same bytes. Members are written in the order in which they are
/// encoded, dictionaries sorted by the UTF-8 of their keys, sets sorted by the bytes of their elements.
/// `encodeIfPresent` writes `null` for nil, so the members of a document do not depend on its content. A value that
/// encodes nothing becomes `{}`.
///
/// **Decoding.** Anything outside RFC 8259 is refused. Duplicate members, which the RFC leaves open, are refused too.
///
/// | type | JSON |
/// | --- | --- |
/// | `Double`, `Float` | the shortest number that reads back as the same value; infinities and NaN are errors |
/// | integers | exact; when decoding, `1.0` and `1e2` are integers too, `1.5` is not |
/// | `Decimal` | a number, exact |
/// | `Date` | an RFC 3339 string in UTC with three fraction digits, or more if the value needs them |
/// | `Data` | base64 (RFC 4648, section 4) |
/// | `UUID`, `URL` | a string |
/// | ``JSONValue``, ``RawJSON`` | the JSON itself |
public enum JSON {
    /// Encodes a value.
    ///
    /// A type's own `encode(to:)` must not encode two members of the same name. Both would be written, and the decoder
    /// refuses such a text.
    ///
    /// - Throws: ``JSONError`` if JSON cannot express the value or it is nested too deeply. An `EncodingError` of the
    ///   type's own `encode(to:)` becomes a ``JSONError``; its other errors are rethrown.
    public static func encode<Value: Encodable>(
        _ value: Value,
        userInfo: [CodingUserInfoKey: Any] = [:],
        limits: JSONLimits = .standard
    ) throws -> [UInt8] {
        let encoder = ByteEncoder(userInfo: userInfo, limits: limits)
        do {
            try encoder.encodeValue(value)
        } catch let error as EncodingError {
            throw JSONError(error)
        }
        if let failure = encoder.failure { throw failure }
        return encoder.writer.bytes
    }

    /// Decodes a value from one JSON text.
    ///
    /// - Throws: ``JSONError`` if the bytes are not JSON or do not fit the type. A `DecodingError` of the type's own
    ///   `init(from:)` becomes a ``JSONError``; its other errors are rethrown.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8],
        userInfo: [CodingUserInfoKey: Any] = [:],
        limits: JSONLimits = .reading
    ) throws -> Value {
        let document = try bytes.withUnsafeBufferPointer { try JSONDocument($0, userInfo: userInfo, limits: limits) }
        return try document.decode(type, at: 0)
    }

    /// Decodes a value from one JSON text in any collection of bytes: a slice, `Data`, a string's `utf8`.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: some Collection<UInt8>,
        userInfo: [CodingUserInfoKey: Any] = [:],
        limits: JSONLimits = .reading
    ) throws -> Value {
        let contiguous = try bytes.withContiguousStorageIfAvailable {
            try JSONDocument($0, userInfo: userInfo, limits: limits)
        }
        if let document = contiguous { return try document.decode(type, at: 0) }
        return try decode(type, from: Array(bytes), userInfo: userInfo, limits: limits)
    }

    /// Decodes a value from a JSON object, taking absent members from a second JSON object.
    ///
    /// Only members of the outermost object are filled in, each as a whole. A present member is kept, even if it is
    /// `null`. Nested objects are not merged: that would restore deleted dictionary keys and give an enum two cases.
    ///
    /// ```swift
    /// struct Settings: Codable { var volume = 5; var muted = false }
    /// let defaults = try JSON.encode(Settings())
    /// try JSON.decode(Settings.self, from: Array(#"{"volume":7}"#.utf8), absentMembersFrom: defaults)
    /// // Settings(volume: 7, muted: false)
    /// ```
    ///
    /// If either text is not an object, nothing is filled in.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8],
        absentMembersFrom defaults: [UInt8],
        userInfo: [CodingUserInfoKey: Any] = [:],
        limits: JSONLimits = .reading
    ) throws -> Value {
        let document = try bytes.withUnsafeBufferPointer { try JSONDocument($0, userInfo: userInfo, limits: limits) }
        return try document.filled(from: defaults, limits: limits).decode(type, at: 0)
    }

    /// Checks that the bytes are one JSON text within the limits.
    public static func validate(_ bytes: some Collection<UInt8>, limits: JSONLimits = .standard) throws {
        let contiguous: Void? = try bytes.withContiguousStorageIfAvailable {
            _ = try JSONDocument($0, userInfo: [:], limits: limits)
        }
        if contiguous == nil { try validate(Array(bytes), limits: limits) }
    }
}

/// Limits on a JSON text. They protect the stack and the memory against hostile documents.
public struct JSONLimits: Hashable, Sendable {
    /// The maximum nesting of arrays and objects. One level more is ``JSONError/Code/tooDeep``.
    public let depth: Int
    /// The maximum length of a text, in bytes.
    public let bytes: Int

    /// 64 levels and 64 MiB: for input from clients, and for encoding.
    public static let standard = JSONLimits()

    /// 512 levels and 64 MiB, the default for decoding: for trusted documents that embed texts of the standard depth,
    /// such as stored rows. Pass ``standard`` to decode input from clients.
    public static let reading = JSONLimits(depth: mostDepth)

    /// Decoding recurses, so the depth is bounded by a thread's stack.
    static let mostDepth = 512
    /// Token offsets and indices are 32-bit.
    static let mostBytes = 256 << 20

    /// - Parameters:
    ///   - depth: From 1 to 512.
    ///   - bytes: From 1 to 256 MiB.
    public init(depth: Int = 64, bytes: Int = 64 << 20) {
        precondition((1...Self.mostDepth).contains(depth), "a JSON depth limit is from 1 to \(Self.mostDepth)")
        precondition((1...Self.mostBytes).contains(bytes), "a JSON size limit is from 1 to \(Self.mostBytes) bytes")
        self.depth = depth
        self.bytes = bytes
    }

    var tooDeepMessage: String { "arrays and objects are nested more than \(depth) levels deep" }
}
