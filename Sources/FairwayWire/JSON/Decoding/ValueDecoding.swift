/// A decoder for one value of a document.
struct ValueDecoding: Decoder {
    let document: JSONDocument
    let index: Int

    var codingPath: [any CodingKey] { document.path(of: index) }
    var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedDecoding<Key>(document: document, object: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try UnkeyedDecoding(document: document, array: index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoding: SingleValueDecodingContainer {
    func decodeNil() -> Bool { document.isNull(at: index) }
    func decode(_: Bool.Type) throws -> Bool { try document.bool(at: index) }
    func decode(_: String.Type) throws -> String { try document.string(at: index) }
    func decode(_: Double.Type) throws -> Double { try document.double(at: index) }
    func decode(_: Float.Type) throws -> Float { try document.float(at: index) }
    func decode(_: Int.Type) throws -> Int { try document.integer(at: index) }
    func decode(_: Int8.Type) throws -> Int8 { try document.integer(at: index) }
    func decode(_: Int16.Type) throws -> Int16 { try document.integer(at: index) }
    func decode(_: Int32.Type) throws -> Int32 { try document.integer(at: index) }
    func decode(_: Int64.Type) throws -> Int64 { try document.integer(at: index) }
    func decode(_: Int128.Type) throws -> Int128 { try document.integer(at: index) }
    func decode(_: UInt.Type) throws -> UInt { try document.integer(at: index) }
    func decode(_: UInt8.Type) throws -> UInt8 { try document.integer(at: index) }
    func decode(_: UInt16.Type) throws -> UInt16 { try document.integer(at: index) }
    func decode(_: UInt32.Type) throws -> UInt32 { try document.integer(at: index) }
    func decode(_: UInt64.Type) throws -> UInt64 { try document.integer(at: index) }
    func decode(_: UInt128.Type) throws -> UInt128 { try document.integer(at: index) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try document.decode(type, at: index) }
}

struct UnkeyedDecoding: UnkeyedDecodingContainer {
    let document: JSONDocument
    private let array: UInt32
    /// The token index of the next element.
    private var next: UInt32
    private(set) var currentIndex = 0

    init(document: JSONDocument, array: Int) throws {
        try document.expect(.array, at: array)
        self.document = document
        self.array = UInt32(truncatingIfNeeded: array)
        next = self.array + 1
    }

    var codingPath: [any CodingKey] { document.path(of: Int(array)) }

    var count: Int? { document.elements(of: Int(array)).reduce(0) { count, _ in count + 1 } }

    var isAtEnd: Bool { next >= document[Int(array)].next }

    mutating func decodeNil() throws -> Bool {
        guard document.isNull(at: try index()) else { return false }
        advance()
        return true
    }

    mutating func decode(_: Bool.Type) throws -> Bool { try element { try $0.bool(at: $1) } }
    mutating func decode(_: String.Type) throws -> String { try element { try $0.string(at: $1) } }
    mutating func decode(_: Double.Type) throws -> Double { try element { try $0.double(at: $1) } }
    mutating func decode(_: Float.Type) throws -> Float { try element { try $0.float(at: $1) } }
    mutating func decode(_: Int.Type) throws -> Int { try element { try $0.integer(at: $1) } }
    mutating func decode(_: Int8.Type) throws -> Int8 { try element { try $0.integer(at: $1) } }
    mutating func decode(_: Int16.Type) throws -> Int16 { try element { try $0.integer(at: $1) } }
    mutating func decode(_: Int32.Type) throws -> Int32 { try element { try $0.integer(at: $1) } }
    mutating func decode(_: Int64.Type) throws -> Int64 { try element { try $0.integer(at: $1) } }
    mutating func decode(_: Int128.Type) throws -> Int128 { try element { try $0.integer(at: $1) } }
    mutating func decode(_: UInt.Type) throws -> UInt { try element { try $0.integer(at: $1) } }
    mutating func decode(_: UInt8.Type) throws -> UInt8 { try element { try $0.integer(at: $1) } }
    mutating func decode(_: UInt16.Type) throws -> UInt16 { try element { try $0.integer(at: $1) } }
    mutating func decode(_: UInt32.Type) throws -> UInt32 { try element { try $0.integer(at: $1) } }
    mutating func decode(_: UInt64.Type) throws -> UInt64 { try element { try $0.integer(at: $1) } }
    mutating func decode(_: UInt128.Type) throws -> UInt128 { try element { try $0.integer(at: $1) } }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try element { try $0.decode(type, at: $1) }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try element { KeyedDecodingContainer(try KeyedDecoding<Nested>(document: $0, object: $1)) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try element { try UnkeyedDecoding(document: $0, array: $1) }
    }

    mutating func superDecoder() throws -> any Decoder {
        try element { ValueDecoding(document: $0, index: $1) }
    }
}

// MARK: - Helpers

extension UnkeyedDecoding {
    /// Reads the next element. If `read` throws, the position does not change.
    private mutating func element<Value>(_ read: (JSONDocument, Int) throws -> Value) throws -> Value {
        let value = try read(document, index())
        advance()
        return value
    }
    private func index() throws -> Int {
        guard !isAtEnd else { throw document.missing(JSONKey(index: currentIndex), in: Int(array)) }
        return Int(next)
    }

    private mutating func advance() {
        next = document[Int(next)].next
        currentIndex += 1
    }
}

struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: JSONDocument
    let object: Int

    init(document: JSONDocument, object: Int) throws {
        try document.expect(.object, at: object)
        document.mark(object, .members)
        self.document = document
        self.object = object
    }

    var codingPath: [any CodingKey] { document.path(of: object) }

    var allKeys: [Key] {
        if Key(stringValue: "") != nil { document.mark(object, .anyNames) }
        return document.members(of: object).compactMap { name, value in
            guard let key = Key(stringValue: document.stringValue(at: name)) else { return nil }
            document.mark(value, .found)
            return key
        }
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { document.isNull(at: try index(of: key)) }
    func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try document.bool(at: index(of: key)) }
    func decode(_: String.Type, forKey key: Key) throws -> String { try document.string(at: index(of: key)) }
    func decode(_: Double.Type, forKey key: Key) throws -> Double { try document.double(at: index(of: key)) }
    func decode(_: Float.Type, forKey key: Key) throws -> Float { try document.float(at: index(of: key)) }
    func decode(_: Int.Type, forKey key: Key) throws -> Int { try document.integer(at: index(of: key)) }
    func decode(_: Int8.Type, forKey key: Key) throws -> Int8 { try document.integer(at: index(of: key)) }
    func decode(_: Int16.Type, forKey key: Key) throws -> Int16 { try document.integer(at: index(of: key)) }
    func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try document.integer(at: index(of: key)) }
    func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try document.integer(at: index(of: key)) }
    func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try document.integer(at: index(of: key)) }
    func decode(_: UInt.Type, forKey key: Key) throws -> UInt { try document.integer(at: index(of: key)) }
    func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 { try document.integer(at: index(of: key)) }
    func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 { try document.integer(at: index(of: key)) }
    func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try document.integer(at: index(of: key)) }
    func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 { try document.integer(at: index(of: key)) }
    func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 { try document.integer(at: index(of: key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try document.decode(type, at: index(of: key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(try KeyedDecoding<Nested>(document: document, object: index(of: key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try UnkeyedDecoding(document: document, array: index(of: key))
    }

    func superDecoder() throws -> any Decoder {
        guard let index = find(JSONKey.super.stringValue) else { throw document.missing(.super, in: object) }
        return ValueDecoding(document: document, index: index)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ValueDecoding(document: document, index: try index(of: key))
    }
}

// MARK: - Optional members

/// Replaces default implementations that look up a member three times: for presence, for null, and for its value.
extension KeyedDecoding {
    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try present(key).map(document.bool) }
    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try present(key).map(document.string) }
    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try present(key).map(document.double) }
    func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try present(key).map(document.float) }
    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try present(key).map(document.integer) }
    func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try present(key).map(document.integer) }
    func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try present(key).map(document.integer) }
    func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try present(key).map(document.integer) }
    func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try present(key).map(document.integer) }
    func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? { try present(key).map(document.integer) }
    func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try present(key).map(document.integer) }
    func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try present(key).map(document.integer) }
    func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try present(key).map(document.integer) }
    func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try present(key).map(document.integer) }
    func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try present(key).map(document.integer) }
    func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? { try present(key).map(document.integer) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key).map { try document.decode(type, at: $0) }
    }
}

// MARK: - Helpers

extension KeyedDecoding {
    private func find(_ key: Key) -> Int? { find(key.stringValue) }
    private func find(_ name: String) -> Int? {
        guard let value = index(named: name) else {
            document.missed?[object, default: []].insert(name)
            return nil
        }
        document.mark(value, .found)
        return value
    }
    private func index(named name: String) -> Int? {
        if let found = name.utf8.withContiguousStorageIfAvailable({ document.member($0, of: object) }) { return found }
        var name = name
        return name.withUTF8 { document.member($0, of: object) }
    }
    private func index(of key: Key) throws -> Int {
        guard let index = find(key) else { throw document.missing(JSONKey(name: key.stringValue), in: object) }
        return index
    }

    /// The token index of the member's value; nil if the member is absent or null.
    private func present(_ key: Key) -> Int? {
        guard let index = find(key), !document.isNull(at: index) else { return nil }
        return index
    }
}
