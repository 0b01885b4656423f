/// Encodes one value directly into the bytes of its JSON text, without an intermediate tree.
///
/// `Encoder` lets a type fill several containers in any order. Each container is therefore a node. The innermost open
/// node appends to the text; a closed node collects late members, which are inserted at the end (see
/// `ByteEncoder+Late.swift`). Few types need that, so it may be slow.
///
/// The encoder is a class, because all copies of `Encoder` and its containers write to the same text.
final class ByteEncoder {
    /// The progress of the value whose `encode(to:)` is running.
    enum ValueProgress: Equatable {
        case nothing
        case single
        case container(Int)
    }

    var writer = JSONWriter()
    var nodes = EncodingNodes()
    /// The node being written to; -1 outside of all nodes.
    var current = -1
    /// The position of the newest value in `current`: the offset of its name, or its index.
    var latest = -1
    var progress = ValueProgress.nothing
    var depth = 0
    /// The first error of a call that cannot throw.
    var failure: JSONError?
    /// The late content of each node.
    var late: [Int: LateContent] = [:]

    let userInfo: [CodingUserInfoKey: Any]
    let limits: JSONLimits

    init(userInfo: [CodingUserInfoKey: Any], limits: JSONLimits) {
        self.userInfo = userInfo
        self.limits = limits
    }
}

// MARK: - Values

extension ByteEncoder {
    /// Writes one value at the end of the text.
    func encodeValue<Value: Encodable>(_ value: Value) throws {
        if Value.self == String.self, let value = value as? String { return writer.string(value) }
        if Value.self == Int.self, let value = value as? Int { return writer.int(value) }
        if Value.self is any DirectlyEncodable.Type, let value = value as? any DirectlyEncodable {
            return try value.encode(into: self)
        }
        try encodeThroughConformance(value)
    }

    func encodeDouble(_ value: Double) throws {
        guard value.isFinite else { throw JSONError.notFinite(pointer: valuePath.jsonPointer) }
        writer.number(value.description)
    }

    func encodeFloat(_ value: Float) throws {
        guard value.isFinite else { throw JSONError.notFinite(pointer: valuePath.jsonPointer) }
        writer.number(value.description)
    }

    private func encodeThroughConformance(_ value: some Encodable) throws {
        // Check before encoding too: a value that contains itself would recurse forever.
        if let failure { throw failure }
        let outer = progress
        let parent = current
        let known = nodes.count
        progress = .nothing
        try value.encode(to: self)
        if progress == .nothing { try object { _ in } }
        if nodes.count != known {
            closeDown(to: parent)
            if !late.isEmpty { putLateContentIntoText(from: known) }
            forgetNodes(from: known)
        }
        progress = outer
        if let failure { throw failure }
    }
}

// MARK: - Containers

extension ByteEncoder {
    /// Writes a member's name into the current node.
    func name(_ name: String) {
        latest = writer.needsComma ? writer.count &+ 1 : writer.count
        writer.key(named: name)
    }

    /// Advances `latest` to the index of the element to be written next.
    func nextElement() { latest &+= 1 }

    /// Opens a container at the end of the text, inside the current node.
    @discardableResult
    func open(_ shape: EncodingNode.NodeShape) -> Int {
        if current >= 0 { nodes[current].latest = latest }
        nodes.append(EncodingNode(shape: shape, isOpen: true, parent: current, place: latest))
        current = nodes.count - 1
        latest = -1
        countLevel(for: current)
        if shape == .array { writer.beginArray() } else { writer.beginObject() }
        return current
    }

    /// Increments the depth for a node, and records a failure if it exceeds the limit.
    func countLevel(for node: Int) {
        depth += 1
        guard depth > limits.depth, failure == nil else { return }
        failure = JSONError(.tooDeep, limits.tooDeepMessage, pointer: path(of: node).jsonPointer)
    }

    func close() {
        var node = nodes[current]
        node.hasValues = writer.needsComma
        node.end = writer.count
        node.latest = latest
        node.isOpen = false
        nodes[current] = node
        if node.shape == .array { writer.endArray() } else { writer.endObject() }
        depth -= 1
        current = node.parent
        latest = current >= 0 ? nodes[current].latest : -1
    }

    func closeDown(to node: Int) {
        while current != node { close() }
    }

    /// Removes the nodes from an index on, which are no longer used.
    func forgetNodes(from first: Int) {
        nodes.removeAll(from: first)
        if !late.isEmpty { late = late.filter { $0.key < first } }
    }

    /// Writes a whole object. No other code can write to its node later.
    func object(_ members: (ByteEncoder) throws -> Void) throws { try whole(.object, members) }

    /// Writes a whole array. No other code can write to its node later.
    func array(_ elements: (ByteEncoder) throws -> Void) throws { try whole(.array, elements) }

    private func whole(_ shape: EncodingNode.NodeShape, _ content: (ByteEncoder) throws -> Void) throws {
        open(shape)
        if let failure { throw failure }
        try content(self)
        close()
        nodes.removeAll(from: nodes.count - 1)
    }
}
