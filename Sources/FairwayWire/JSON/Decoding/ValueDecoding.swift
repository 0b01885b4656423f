/// A decoder of one value of a document.
struct ValueDecoding: Decoder {
    let document: JSONDocument
    let index: Int

    var codingPath: [any CodingKey] { document.path(of: index) }
    var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try Key.decodingFactory.container(document, object: index)
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
