/// JSON (RFC 8259) for `Codable` values, over bytes: strict, exact and deterministic.
///
/// ```swift
/// let bytes = try JSON.encode(page)
/// let page = try JSON.decode(Page1.self, from: bytes)
/// ```
///
/// **Encoding.** Members come in the order in which they are encoded, dictionaries sorted by member name (in the order of
/// its UTF-8), sets by their encoded elements: the same value always gives the same bytes. `encodeIfPresent` writes
/// `null` for nil, so that a document's shape does not depend on its content. A value that encodes nothing is `{}`.
///
/// **Decoding.** Anything that RFC 8259 does not allow is refused, and so are duplicate members, which it leaves open.
///
/// | type | JSON |
/// | --- | --- |
/// | `Double`, `Float` | the shortest number that reads back as the same value; infinities and NaN are errors |
/// | integers | exact; when decoding, `1.0` and `1e2` are integers too, `1.5` is not |
/// | `Decimal` | a number, exact |
/// | `Date` | an RFC 3339 string in UTC, with milliseconds, and with more digits where reading back the same value takes them |
/// | `Data` | base64 (RFC 4648, section 4) |
/// | `UUID`, `URL` | a string |
/// | ``JSONValue``, ``RawJSON`` | the JSON that they hold |
public enum JSON {
    /// Encodes a value.
    ///
    /// A type's own `encode(to:)` must not encode two members of one name: both would be written, and reading refuses that.
    ///
    /// - Throws: ``JSONError`` for a value that JSON cannot express, or not within the depth; whatever else the value's own `encode(to:)` throws.
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
    /// - Throws: ``JSONError`` for bytes that are not JSON, or not JSON of that type; whatever else the type's own
    ///   `init(from:)` throws, except that a `DecodingError` becomes a ``JSONError``.
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

    /// Decodes a value from a JSON object in which members may be absent: those come from another JSON object.
    ///
    /// Only members of the outermost object are filled in, each whole. A member that is there stays as it is, `null`
    /// included. Deeper filling would bring back deleted dictionary keys, and give an enum two cases.
    ///
    /// ```swift
    /// struct Settings: Codable { var volume = 5; var muted = false }
    /// let defaults = try JSON.encode(Settings())
    /// try JSON.decode(Settings.self, from: Array(#"{"volume":7}"#.utf8), absentMembersFrom: defaults)
    /// // Settings(volume: 7, muted: false)
    /// ```
    ///
    /// When either text is not an object, nothing is filled in.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8],
        absentMembersFrom defaults: [UInt8],
        userInfo: [CodingUserInfoKey: Any] = [:],
        limits: JSONLimits = .reading
    ) throws -> Value {
        let document = try bytes.withUnsafeBufferPointer { try JSONDocument($0, userInfo: userInfo, limits: limits) }
        let fallback = try defaults.withUnsafeBufferPointer { try JSONDocument($0, userInfo: [:], limits: limits) }
        guard let filled = document.filled(from: fallback) else { return try document.decode(type, at: 0) }
        let merged = try filled.withUnsafeBufferPointer {
            try JSONDocument($0, userInfo: userInfo, limits: .init(depth: limits.depth, bytes: JSONLimits.mostBytes))
        }
        return try merged.decode(type, at: 0)
    }

    /// Checks that the bytes are one JSON text, within the limits.
    public static func validate(_ bytes: some Collection<UInt8>, limits: JSONLimits = .standard) throws {
        let contiguous: Void? = try bytes.withContiguousStorageIfAvailable {
            _ = try JSONDocument($0, userInfo: [:], limits: limits)
        }
        if contiguous == nil { try validate(Array(bytes), limits: limits) }
    }
}
