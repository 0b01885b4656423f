extension ByteEncoder: Encoder {
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedEncoding<Key>(encoder: self, node: begin(.object)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedEncoding(encoder: self, node: begin(.array))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The node of the value's container. A type may request it several times.
    private func begin(_ shape: EncodingNode.NodeShape) -> Int {
        switch progress {
        case .nothing:
            let node = open(shape)
            progress = .container(node)
            return node
        case .container(let node):
            precondition(nodes[node].shape == shape, "one value cannot be both an object and an array")
            return node
        case .single:
            preconditionFailure("a value that was encoded in a single value container cannot have another container")
        }
    }
}

extension ByteEncoder: SingleValueEncodingContainer {
    func encodeNil() { single { $0.null() } }
    func encode(_ value: Bool) { single { $0.bool(value) } }
    func encode(_ value: String) { single { $0.string(value) } }
    func encode(_ value: Int) { single { $0.int(value) } }
    func encode(_ value: Int8) { single { $0.int(value) } }
    func encode(_ value: Int16) { single { $0.int(value) } }
    func encode(_ value: Int32) { single { $0.int(value) } }
    func encode(_ value: Int64) { single { $0.int(value) } }
    func encode(_ value: Int128) { single { $0.int(value) } }
    func encode(_ value: UInt) { single { $0.int(value) } }
    func encode(_ value: UInt8) { single { $0.int(value) } }
    func encode(_ value: UInt16) { single { $0.int(value) } }
    func encode(_ value: UInt32) { single { $0.int(value) } }
    func encode(_ value: UInt64) { single { $0.int(value) } }
    func encode(_ value: UInt128) { single { $0.int(value) } }

    func encode(_ value: Double) throws {
        expectNothing()
        try encodeDouble(value)
        progress = .single
    }

    func encode(_ value: Float) throws {
        expectNothing()
        try encodeFloat(value)
        progress = .single
    }

    func encode(_ value: some Encodable) throws {
        expectNothing()
        let mark = Mark(self)
        do {
            try encodeValue(value)
        } catch {
            rollBack(to: mark)
            throw error
        }
        progress = .single
    }
    private func single(_ write: (inout JSONWriter) -> Void) {
        expectNothing()
        write(&writer)
        progress = .single
    }

    private func expectNothing() {
        precondition(progress == .nothing, "a single value container takes one value")
    }
}

/// The encoder that `superEncoder()` returns. Its value may be encoded later, or never.
struct LateEncoder: Encoder {
    let encoder: ByteEncoder
    let node: Int

    var codingPath: [any CodingKey] { encoder.path(of: node) }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        decide(.object)
        return KeyedEncodingContainer(KeyedEncoding<Key>(encoder: encoder, node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        decide(.array)
        return UnkeyedEncoding(encoder: encoder, node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func decide(_ shape: EncodingNode.NodeShape) {
        let known = encoder.nodes[node].shape
        precondition(known == .undecided || known == shape, "one value cannot use two kinds of containers")
        encoder.nodes[node].shape = shape
    }
}

extension LateEncoder: SingleValueEncodingContainer {
    func encodeNil() throws { try encode(JSONValue.null) }
    func encode(_ value: Bool) throws { try single(value) }
    func encode(_ value: String) throws { try single(value) }
    func encode(_ value: Int) throws { try single(value) }
    func encode(_ value: Int8) throws { try single(value) }
    func encode(_ value: Int16) throws { try single(value) }
    func encode(_ value: Int32) throws { try single(value) }
    func encode(_ value: Int64) throws { try single(value) }
    func encode(_ value: Int128) throws { try single(value) }
    func encode(_ value: UInt) throws { try single(value) }
    func encode(_ value: UInt8) throws { try single(value) }
    func encode(_ value: UInt16) throws { try single(value) }
    func encode(_ value: UInt32) throws { try single(value) }
    func encode(_ value: UInt64) throws { try single(value) }
    func encode(_ value: UInt128) throws { try single(value) }
    func encode(_ value: Double) throws { try single(value) }
    func encode(_ value: Float) throws { try single(value) }
    func encode(_ value: some Encodable) throws { try single(value) }

    private func single(_ value: some Encodable) throws {
        precondition(encoder.nodes[node].shape == .undecided, "a single value container takes one value")
        encoder.nodes[node].shape = .single
        do {
            try encoder.add(to: node) { try encoder.encodeValue(value) }
        } catch {
            encoder.nodes[node].shape = .undecided
            throw error
        }
    }
}
