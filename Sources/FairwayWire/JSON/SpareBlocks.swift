import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Memory from `malloc` with its default alignment. `allocate(capacity:)` requests an explicit alignment, which takes
/// about four times as long.
///
/// Only for trivial types with an alignment of at most 16.
extension UnsafeMutablePointer {
    /// Allocates memory that must be freed with ``giveBack(capacity:)``.
    static func obtain(capacity: Int) -> UnsafeMutablePointer {
        precondition(capacity > 0 && MemoryLayout<Pointee>.alignment <= 16)
        return SpareBlocks.take(atLeast: capacity * MemoryLayout<Pointee>.stride)
            .bindMemory(to: Pointee.self, capacity: capacity)
    }

    /// Frees memory from ``obtain(capacity:)``. The capacity must be the same.
    func giveBack(capacity: Int) { SpareBlocks.giveBack(self, bytes: capacity * MemoryLayout<Pointee>.stride) }
}

/// A few freed blocks of one size, for the next documents.
///
/// One action needs nine such blocks, for the small documents that it decodes and encodes one after the other. A slot
/// has the address of a free block, or 0. It is read before it is exchanged, because even an exchange that fails takes the
/// cache line from other threads.
private enum SpareBlocks {
    private final class Slot: Sendable {
        let block = Atomic<UInt>(0)
    }

    private static let blockBytes = 2_048
    private static let slots = (0..<8).map { _ in Slot() }

    static func take(atLeast bytes: Int) -> UnsafeMutableRawPointer {
        if bytes <= blockBytes {
            for slot in slots where slot.block.load(ordering: .relaxed) != 0 {
                let block = slot.block.exchange(0, ordering: .acquiring)
                if let block = UnsafeMutableRawPointer(bitPattern: block) { return block }
            }
        }
        guard let block = malloc(max(bytes, blockBytes)) else { fatalError("Out of memory in the JSON coder.") }
        return block
    }

    static func giveBack(_ block: UnsafeMutableRawPointer, bytes: Int) {
        if bytes <= blockBytes {
            let address = UInt(bitPattern: block)
            for slot in slots where slot.block.load(ordering: .relaxed) == 0 {
                if slot.block.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged { return }
            }
        }
        free(block)
    }
}
