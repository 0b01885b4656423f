import Glibc

/// A block of memory that response heads and small bodies are written to before they are sent.
final class OutputBlock {
    static let usualCapacity = 16 * 1024

    private let memory: UnsafeMutableRawPointer
    let capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        memory = .allocate(byteCount: capacity, alignment: 16)
        self.capacity = capacity
    }

    deinit { memory.deallocate() }

    var room: Int { capacity - count }
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    func clear() { count = 0 }

    func append(_ source: UnsafeRawBufferPointer) {
        guard let start = source.baseAddress else { return }
        precondition(source.count <= room, "A block was written to beyond its end.")
        memcpy(memory + count, start, source.count)
        count += source.count
    }

    func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func append(_ byte: UInt8) { withUnsafeBytes(of: byte) { append($0) } }

    func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    func append(decimal number: Int) { append(String(number)) }

    func append(hexadecimal number: Int) { append(String(number, radix: 16)) }
}

/// The unused blocks of an event loop. A connection has a block only while it has something to send.
struct OutputBlockPool {
    private static let maximumCount = 64

    private var blocks: [OutputBlock] = []

    mutating func take(room: Int) -> OutputBlock {
        if room > OutputBlock.usualCapacity { return OutputBlock(capacity: room) }
        return blocks.popLast() ?? OutputBlock(capacity: OutputBlock.usualCapacity)
    }

    mutating func giveBack(_ block: OutputBlock) {
        guard block.capacity == OutputBlock.usualCapacity, blocks.count < Self.maximumCount else { return }
        block.clear()
        blocks.append(block)
    }
}
