/// The nodes of an encoder, in plain memory: an array would ask at every access whether it is shared.
struct EncodingNodes: ~Copyable {
    private var base: UnsafeMutablePointer<EncodingNode>
    private var capacity = 16
    private(set) var count = 0

    init() { base = .obtain(capacity: capacity) }

    deinit { base.giveBack() }

    /// A node that has been appended and not been removed.
    @inline(__always)
    subscript(index: Int) -> EncodingNode {
        get {
            check(index)
            return base[index]
        }
        set {
            check(index)
            base[index] = newValue
        }
    }

    /// A type can keep a container for longer than its `encode(to:)` runs, and use it when its node is gone.
    @inline(__always)
    private func check(_ index: Int) {
        precondition(
            UInt(bitPattern: index) < UInt(bitPattern: count),
            "a container must not be used after the encode(to:) that asked for it has returned"
        )
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
        let larger = UnsafeMutablePointer<EncodingNode>.obtain(capacity: capacity * 2)
        larger.update(from: base, count: count)
        base.giveBack()
        base = larger
        capacity *= 2
    }
}
