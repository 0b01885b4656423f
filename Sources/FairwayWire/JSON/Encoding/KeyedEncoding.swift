struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ByteEncoder
    let node: Int

    var codingPath: [any CodingKey] { encoder.path(of: node) }

    func encodeNil(forKey key: Key) throws { try member(key) { $0.writer.null() } }
    func encode(_ value: Bool, forKey key: Key) throws { try member(key) { $0.writer.bool(value) } }
    func encode(_ value: String, forKey key: Key) throws { try member(key) { $0.writer.string(value) } }
    func encode(_ value: Int, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: Int8, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: Int16, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: Int32, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: Int64, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: Int128, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: UInt, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: UInt8, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: UInt16, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: UInt32, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: UInt64, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: UInt128, forKey key: Key) throws { try member(key) { $0.writer.int(value) } }
    func encode(_ value: Double, forKey key: Key) throws { try fallibleMember(key) { try $0.encodeDouble(value) } }
    func encode(_ value: Float, forKey key: Key) throws { try fallibleMember(key) { try $0.encodeFloat(value) } }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try fallibleMember(key) { try $0.encodeValue(value) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedEncoding<Nested>(encoder: encoder, node: nested(.object, key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedEncoding(encoder: encoder, node: nested(.array, key))
    }

    func superEncoder() -> any Encoder { superEncoder(named: JSONKey.super.stringValue) }

    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(named: key.stringValue) }
}

// MARK: - Optional members

/// The default implementations omit nil. Here it is written as `null`, so the members of a document do not depend on
/// its content.
extension KeyedEncoding {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) { $0.bool($1) } }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) { $0.string($1) } }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try optional(value, key) { $0.int($1) } }

    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
}

// MARK: - Helpers

extension KeyedEncoding {
    private func member(_ key: Key, _ write: (ByteEncoder) -> Void) throws {
        if encoder.resume(node) {
            encoder.name(key.stringValue)
            write(encoder)
        } else {
            try encoder.add(to: node, name: key.stringValue) { write(encoder) }
        }
    }

    /// Writes a member. If its value cannot be encoded, its name is removed from the text.
    private func fallibleMember(_ key: Key, _ write: (ByteEncoder) throws -> Void) throws {
        guard encoder.resume(node) else {
            return try encoder.add(to: node, name: key.stringValue) { try write(encoder) }
        }
        let mark = ByteEncoder.Mark(encoder)
        do {
            encoder.name(key.stringValue)
            try write(encoder)
        } catch {
            encoder.rollBack(to: mark)
            throw error
        }
    }
    private func optional<Value>(_ value: Value?, _ key: Key, _ write: (inout JSONWriter, Value) -> Void) throws {
        try member(key) {
            if let value { write(&$0.writer, value) } else { $0.writer.null() }
        }
    }

    private func nested(_ shape: EncodingNode.NodeShape, _ key: Key) -> Int {
        guard encoder.resume(node) else { return encoder.addNode(shape, to: node, name: key.stringValue) }
        encoder.name(key.stringValue)
        return encoder.open(shape)
    }

    private func superEncoder(named name: String) -> any Encoder {
        LateEncoder(encoder: encoder, node: encoder.addNode(.undecided, to: node, name: name))
    }
}
