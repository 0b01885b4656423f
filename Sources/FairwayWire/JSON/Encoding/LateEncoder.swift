/// An encoder that is handed out for later use: a `superEncoder()`, which is a member or an element of its own.
struct LateEncoder: Encoder {
    let encoder: ByteEncoder
    let node: Int

    var codingPath: [any CodingKey] { encoder.path(of: node) }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        decide(.object)
        return Key.encodingFactory.container(encoder, node: node)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        decide(.array)
        return UnkeyedEncoding(encoder: encoder, node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func decide(_ shape: EncodingNode.Shape) {
        let known = encoder.nodes[node].shape
        precondition(known == .undecided || known == shape, "one value cannot be of two kinds")
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
