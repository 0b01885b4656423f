struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let encoder: ByteEncoder
    let node: Int

    var codingPath: [any CodingKey] { encoder.path(of: node) }

    var count: Int { (encoder.current == node ? encoder.latest : encoder.nodes[node].latest) + 1 }

    func encodeNil() throws { try element { $0.writer.null() } }
    func encode(_ value: Bool) throws { try element { $0.writer.bool(value) } }
    func encode(_ value: String) throws { try element { $0.writer.string(value) } }
    func encode(_ value: Int) throws { try element { $0.writer.int(value) } }
    func encode(_ value: Int8) throws { try element { $0.writer.int(value) } }
    func encode(_ value: Int16) throws { try element { $0.writer.int(value) } }
    func encode(_ value: Int32) throws { try element { $0.writer.int(value) } }
    func encode(_ value: Int64) throws { try element { $0.writer.int(value) } }
    func encode(_ value: Int128) throws { try element { $0.writer.int(value) } }
    func encode(_ value: UInt) throws { try element { $0.writer.int(value) } }
    func encode(_ value: UInt8) throws { try element { $0.writer.int(value) } }
    func encode(_ value: UInt16) throws { try element { $0.writer.int(value) } }
    func encode(_ value: UInt32) throws { try element { $0.writer.int(value) } }
    func encode(_ value: UInt64) throws { try element { $0.writer.int(value) } }
    func encode(_ value: UInt128) throws { try element { $0.writer.int(value) } }
    func encode(_ value: Double) throws { try element { try $0.encodeDouble(value) } }
    func encode(_ value: Float) throws { try element { try $0.encodeFloat(value) } }
    func encode(_ value: some Encodable) throws { try element { try $0.encodeValue(value) } }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedEncoding<Nested>(encoder: encoder, node: nested(.object)))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedEncoding(encoder: encoder, node: nested(.array))
    }

    func superEncoder() -> any Encoder {
        LateEncoder(encoder: encoder, node: encoder.addNode(.undecided, to: node, name: nil))
    }
}

// MARK: - Helpers

extension UnkeyedEncoding {
    private func element(_ write: (ByteEncoder) throws -> Void) throws {
        guard encoder.resume(node) else { return try encoder.add(to: node) { try write(encoder) } }
        let mark = ByteEncoder.Mark(encoder)
        do {
            encoder.nextElement()
            try write(encoder)
        } catch {
            encoder.rollBack(to: mark)
            throw error
        }
    }

    private func nested(_ shape: EncodingNode.NodeShape) -> Int {
        guard encoder.resume(node) else { return encoder.addNode(shape, to: node, name: nil) }
        encoder.nextElement()
        return encoder.open(shape)
    }
}
