struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: JSONDocument
    let object: Int

    init(document: JSONDocument, object: Int) throws {
        try document.expect(.object, at: object)
        self.document = document
        self.object = object
    }

    var codingPath: [any CodingKey] { document.path(of: object) }

    var allKeys: [Key] {
        document.members(of: object).compactMap { Key(stringValue: document.stringValue(at: $0.name)) }
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
