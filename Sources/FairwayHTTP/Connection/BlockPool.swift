/// The blocks of an event queue that nobody writes to. A connection holds one only while it has something to send.
struct BlockPool {
    private static let kept = 64

    private var blocks: [Block] = []

    mutating func take(room: Int) -> Block {
        if room > Block.usualCapacity { return Block(capacity: room) }
        return blocks.popLast() ?? Block(capacity: Block.usualCapacity)
    }

    mutating func giveBack(_ block: Block) {
        guard block.capacity == Block.usualCapacity, blocks.count < Self.kept else { return }
        block.clear()
        blocks.append(block)
    }
}
