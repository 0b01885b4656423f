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
