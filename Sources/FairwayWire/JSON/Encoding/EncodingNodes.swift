/// The nodes of an encoder, in plain memory: an array would ask at every access whether it is shared.
struct EncodingNodes: ~Copyable {
    private var base: UnsafeMutablePointer<EncodingNode>
    private var capacity = 16
    private(set) var count = 0

    init() { base = .allocate(capacity: capacity) }

    deinit { base.deallocate() }

    /// A node that has been appended and not been removed.
    @inline(__always)
    subscript(index: Int) -> EncodingNode {
        get { base[index] }
        set { base[index] = newValue }
    }

    @inline(__always)
    mutating func append(_ node: EncodingNode) {
        if count == capacity { grow() }
        base[count] = node
        count &+= 1
    }

    @inline(__always)
    mutating func removeAll(from first: Int) { count = first }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<EncodingNode>.allocate(capacity: capacity * 2)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }
}
