extension ByteEncoder {
    /// A point to go back to when a value turns out not to be encodable: its container may be told to write another
    /// one in its place, or none.
    struct Mark {
        let count: Int
        let needsComma: Bool
        let nodes: Int
        let current: Int
        let latest: Int
        let depth: Int
        let progress: Progress

        @inline(__always)
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
