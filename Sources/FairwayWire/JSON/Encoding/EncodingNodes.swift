/// A container that a type requested from the encoder.
///
/// Created for every object and array, so it is kept small. ``LateContent`` has what only late values need.
struct EncodingNode {
    enum NodeShape {
        case object
        case array
        /// A `superEncoder()` whose value is not known yet. It becomes `{}` if none is encoded.
        case undecided
        /// A single value, or a container that is written as a whole.
        case single
    }

    var shape: NodeShape
    /// Whether the node ends where the text ends, apart from open nodes inside it.
    var isOpen: Bool
    /// Whether the next late value needs a comma. Valid for closed nodes only.
    var hasValues = false
    /// The enclosing node; -1 for the outermost.
    let parent: Int
    /// The position in the parent: the offset of the member's name in the text, or the index in an array.
    let place: Int
    /// The position of the newest value inside. Valid for all nodes but the current one.
    var latest = -1
    /// The offset at which late values are inserted; -1 for an open node, and for one inside another's late content.
    var end = -1
}

/// The nodes of an encoder, in plain memory. An array would check its uniqueness at every access.
struct EncodingNodes: ~Copyable {
    private var base: UnsafeMutablePointer<EncodingNode>
    private var capacity = 16
    private(set) var count = 0

    init() { base = .obtain(capacity: capacity) }

    deinit { base.giveBack(capacity: capacity) }
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

    /// Traps if a type uses a container after its `encode(to:)` has returned, when the node no longer exists.
    private func check(_ index: Int) {
        precondition(
            UInt(bitPattern: index) < UInt(bitPattern: count),
            "a container must not be used after the encode(to:) that requested it has returned"
        )
    }
    mutating func append(_ node: EncodingNode) {
        if count == capacity { grow() }
        base[count] = node
        count &+= 1
    }
    mutating func removeAll(from first: Int) { count = first }
    private mutating func grow() {
        let larger = UnsafeMutablePointer<EncodingNode>.obtain(capacity: capacity * 2)
        larger.update(from: base, count: count)
        base.giveBack(capacity: capacity)
        base = larger
        capacity *= 2
    }
}

/// The values that were written to a node after it was closed.
struct LateContent {
    enum Piece {
        case text([UInt8])
        case node(Int)
    }

    /// The member's name. `EncodingNode.place` cannot give it if the name was removed from the text.
    var name: String?
    /// Whether the brackets are not in the text yet, and are written with the content.
    var isDetached = false
    var pieces: [Piece] = []
}
