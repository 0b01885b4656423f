/// Writes to containers that are no longer at the end of the text.
///
/// ```swift
/// var page = container.nestedContainer(keyedBy: PageKeys.self, forKey: .page)
/// try container.encode(4, forKey: .revision)     // closes `page`, because more text follows it
/// try page.encode("Welcome", forKey: .title)     // late: inserted into `page` once the whole value is written
/// ```
///
/// A late value is first written at the end of the text, where paths and limits work as usual, and then moved to `late`.
extension ByteEncoder {
    /// Makes a node the current one by closing the nodes inside it. Returns false if the node is closed already.
    func resume(_ node: Int) -> Bool { current == node || reopen(node) }
    private func reopen(_ node: Int) -> Bool {
        guard nodes[node].isOpen else { return false }
        closeDown(to: node)
        return true
    }

    /// Adds a member or an element to a closed node, or the value to an undecided one.
    func add(to node: Int, name: String? = nil, _ write: () throws -> Void) throws {
        try aside(in: node) {
            if let name { self.name(name) } else { nextElement() }
            try write()
        }
    }

    /// Adds a container to a closed node, or an undecided value to any node. Returns the new node's index.
    func addNode(_ shape: EncodingNode.NodeShape, to node: Int, name: String?) -> Int {
        let isAtEnd = resume(node)
        if isAtEnd {
            writeLabel(name)
        } else {
            aside(in: node) { writeLabel(name) }
        }
        let place = isAtEnd ? latest : nodes[node].latest
        let new = nodes.count
        nodes.append(EncodingNode(shape: shape, isOpen: false, parent: node, place: place))
        late[new] = LateContent(name: name, isDetached: true)
        if isAtEnd {
            nodes[new].end = writer.count
            writer.needsComma = true
        } else {
            late[node, default: LateContent()].pieces.append(.node(new))
        }
        let outer = depth
        depth = level(of: node)
        countLevel(for: new)
        depth = outer
        return new
    }

    private func writeLabel(_ name: String?) {
        if let name { return self.name(name) }
        nextElement()
        writer.reserve(1)
        writer.comma()
    }

    private func aside(in node: Int, _ write: () throws -> Void) rethrows {
        let mark = Mark(self)
        defer { rollBack(to: mark) }
        current = node
        latest = nodes[node].latest
        depth = level(of: node)
        writer.needsComma = nodes[node].hasValues
        try write()
        late[node, default: LateContent()].pieces.append(.text(writer.bytes(from: mark.count)))
        nodes[node].latest = latest
        nodes[node].hasValues = true
    }

    /// The depth of a node, itself included.
    private func level(of node: Int) -> Int {
        var level = 0
        var next = node
        while next >= 0 {
            if nodes[next].shape != .single { level += 1 }
            next = nodes[next].parent
        }
        return level
    }
}

// MARK: - Inserting late content

extension ByteEncoder {
    /// Inserts the late content of all nodes from an index on. The text before them does not change.
    func putLateContentIntoText(from first: Int) {
        var insertions: [(end: Int, node: Int)] = []
        for node in late.keys where node >= first && nodes[node].end >= 0 {
            insertions.append((nodes[node].end, node))
        }
        // At the same position, the inner node comes first. It has the higher index.
        insertions.sort { ($0.end, -$0.node) < ($1.end, -$1.node) }
        guard let start = insertions.first?.end else { return }
        let tail = writer.bytes(from: start)
        writer.count = start
        var copied = 0
        for (end, node) in insertions {
            append(tail[copied..<(end - start)])
            copied = end - start
            appendLateContent(of: node)
        }
        append(tail[copied...])
    }

    private func appendLateContent(of node: Int) {
        guard let content = late[node] else { return }
        var brackets: [UInt8] =
            switch nodes[node].shape {
            case .object, .undecided: Array("{}".utf8)
            case .array: Array("[]".utf8)
            case .single: []
            }
        if !content.isDetached { brackets = [] }
        append(brackets.prefix(1))
        for piece in content.pieces {
            switch piece {
            case .text(let text): append(text[...])
            case .node(let inner): appendLateContent(of: inner)
            }
        }
        append(brackets.suffix(1))
    }

    private func append(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBufferPointer { writer.append($0) } }
}
