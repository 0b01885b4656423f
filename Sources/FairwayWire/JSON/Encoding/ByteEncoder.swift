/// Encodes one value, straight into the bytes of its JSON text.
///
/// There is no tree in between. What makes that possible for a protocol that lets a type fill several containers at
/// once, in any order: containers are nodes, the innermost open one takes members by appending to the text, and a node
/// that has been closed keeps late ones aside (see `ByteEncoder+Late.swift`), which types need so rarely that it may be
/// slow.
///
/// One encoder serves a whole value. It is a class, because `Encoder` and its containers are handed out as copies that
/// all write to one place.
final class ByteEncoder {
    /// How far the value has come that an `encode(to:)` is expected to write.
    enum Progress: Equatable {
        case nothing
        case single
        case container(Int)
    }

    // The dynamic exclusivity checks are off for what every member touches. All access is from one thread, in methods
    // that do not call out while they modify one of these.
    @exclusivity(unchecked) var writer = JSONWriter()
    @exclusivity(unchecked) var nodes = EncodingNodes()
    /// The node that is being written to; -1 outside of all.
    @exclusivity(unchecked) var current = -1
    /// Where the newest value of `current` is: the offset of its name, or its index.
    @exclusivity(unchecked) var latest = -1
    @exclusivity(unchecked) var progress = Progress.nothing
    @exclusivity(unchecked) var depth = 0
    /// The first error from a call that cannot throw.
    @exclusivity(unchecked) var failure: JSONError?
    /// By node, what is to be put into the text when the value is finished that the node is part of.
    @exclusivity(unchecked) var late: [Int: LateContent] = [:]

    let userInfo: [CodingUserInfoKey: Any]
    let limits: JSONLimits

    init(userInfo: [CodingUserInfoKey: Any], limits: JSONLimits) {
        self.userInfo = userInfo
        self.limits = limits
    }
}

// MARK: - Values

extension ByteEncoder {
    /// Writes one value, for which the text is at the place.
    func encodeValue<Value: Encodable>(_ value: Value) throws {
        switch CodingRoute.encoding(Value.self) {
        case .string: writer.string(Self.cast(value))
        case .int: writer.int(Self.cast(value) as Int)
        case .bool: writer.bool(Self.cast(value))
        case .double: try encodeDouble(Self.cast(value))
        case .direct: try encodeDirectly(value)
        case .codable: try encodeThroughConformance(value)
        }
    }

    func encodeDouble(_ value: Double) throws {
        guard value.isFinite else { throw JSONError.notFinite(pointer: valuePath.jsonPointer) }
        writer.number(value.description)
    }

    func encodeFloat(_ value: Float) throws {
        guard value.isFinite else { throw JSONError.notFinite(pointer: valuePath.jsonPointer) }
        writer.number(value.description)
    }

    /// A cast between types that have been found equal: `as!` would look that up once more, at ten times the cost.
    @inline(__always)
    private static func cast<From, To>(_ value: From, to: To.Type = To.self) -> To {
        withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: To.self).pointee }
    }

    private func encodeDirectly(_ value: some Encodable) throws {
        guard let direct = value as? any DirectlyEncodable else { return try encodeThroughConformance(value) }
        try direct.encode(into: self)
    }

    private func encodeThroughConformance(_ value: some Encodable) throws {
        // Here and not only at the end: a value that contains itself would never come to it.
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
    @inline(__always)
    func name(_ name: String) {
        latest = writer.needsComma ? writer.count &+ 1 : writer.count
        writer.key(named: name)
    }

    /// Notes that the current node gets another element.
    @inline(__always)
    func nextElement() { latest &+= 1 }

    /// Opens a container at the end of the text, inside the current node.
    @discardableResult
    func open(_ shape: EncodingNode.Shape) -> Int {
        if current >= 0 { nodes[current].latest = latest }
        nodes.append(EncodingNode(shape: shape, isOpen: true, parent: current, place: latest))
        current = nodes.count - 1
        latest = -1
        countLevel(for: current)
        if shape == .array { writer.beginArray() } else { writer.beginObject() }
        return current
    }

    /// Goes one level deeper for a node, which must not be too deep.
    func countLevel(for node: Int) {
        depth += 1
        guard depth > limits.depth, failure == nil else { return }
        failure = JSONError(.tooDeep, limits.tooDeepMessage, pointer: path(of: node).jsonPointer)
    }

    /// Closes the current node.
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

    /// Forgets nodes that nobody writes to any more.
    @inline(__always)
    func forgetNodes(from first: Int) {
        nodes.removeAll(from: first)
        if !late.isEmpty { late = late.filter { $0.key < first } }
    }

    /// Writes a whole object that nobody else gets hold of.
    func object(_ members: (ByteEncoder) throws -> Void) throws { try whole(.object, members) }

    /// Writes a whole array that nobody else gets hold of.
    func array(_ elements: (ByteEncoder) throws -> Void) throws { try whole(.array, elements) }

    private func whole(_ shape: EncodingNode.Shape, _ content: (ByteEncoder) throws -> Void) throws {
        open(shape)
        if let failure { throw failure }
        try content(self)
        close()
        nodes.removeAll(from: nodes.count - 1)
    }
}
