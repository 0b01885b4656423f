extension ByteEncoder {
    /// The path of the value whose `encode(to:)` is running.
    var codingPath: [any CodingKey] {
        if case .container(let node) = progress { path(of: node) } else { valuePath }
    }

    /// The path of the value to be written next.
    var valuePath: [any CodingKey] {
        guard current >= 0 else { return [] }
        let path = path(of: current)
        return key(at: latest, in: nodes[current].shape).map { path + [$0] } ?? path
    }

    func path(of node: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var child = node
        while nodes[child].parent >= 0 {
            let parent = nodes[child].parent
            if let name = late[child]?.name {
                path.append(JSONKey(name: name))
            } else if let key = key(at: nodes[child].place, in: nodes[parent].shape) {
                path.append(key)
            }
            child = parent
        }
        return path.reversed()
    }

    private func key(at place: Int, in shape: EncodingNode.NodeShape) -> (any CodingKey)? {
        guard place >= 0 else { return nil }
        switch shape {
        case .undecided, .single: return nil
        case .array: return JSONKey(index: place)
        case .object:
            let start = writer.base + place + 1
            var length = 0
            while start[length] != UInt8(ascii: "\"") { length += start[length] == UInt8(ascii: "\\") ? 2 : 1 }
            return JSONKey(name: JSONText.unescaped(UnsafeBufferPointer(start: start, count: length)))
        }
    }
}

extension ByteEncoder {
    /// A state to return to if a value cannot be encoded. A type may catch the error and encode another value instead.
    struct Mark {
        let count: Int
        let needsComma: Bool
        let nodes: Int
        let current: Int
        let latest: Int
        let depth: Int
        let progress: ValueProgress
        init(_ encoder: ByteEncoder) {
            count = encoder.writer.count
            needsComma = encoder.writer.needsComma
            nodes = encoder.nodes.count
            current = encoder.current
            latest = encoder.latest
            depth = encoder.depth
            progress = encoder.progress
        }
    }

    func rollBack(to mark: Mark) {
        writer.count = mark.count
        writer.needsComma = mark.needsComma
        forgetNodes(from: mark.nodes)
        current = mark.current
        latest = mark.latest
        depth = mark.depth
        progress = mark.progress
    }
}
