import Glibc

/// A piece of memory that responses are written to before they are sent. A class, so that it moves between pool and
/// connection without a copy.
final class Block {
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

    /// Whoever appends has made sure of the room; that is asserted once for each piece and not for each byte.
    @inline(__always)
    private func append(_ source: UnsafeRawPointer, _ size: Int) {
        precondition(size <= room, "A block was written to beyond its end.")
        memcpy(memory + count, source, size)
        count &+= size
    }

    @inline(__always)
    func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

    @inline(__always)
    func append(_ byte: UInt8) {
        precondition(room > 0, "A block was written to beyond its end.")
        memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    @inline(__always)
    func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { append(start, bytes.count) }
        }
    }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            if let start = bytes.baseAddress { append(start, bytes.count) }
        }
    }

    func append(decimal number: Int) {
        precondition(number >= 0, "Only sizes and codes are written.")
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = 20
            var rest = number
            repeat {
                start -= 1
                digits[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if let base = digits.baseAddress { append(base + start, 20 - start) }
        }
    }

    func append(hexadecimal number: Int) {
        var shift = max(0, (Int.bitWidth - number.leadingZeroBitCount - 1) / 4 * 4)
        while shift >= 0 {
            let digit = UInt8(truncatingIfNeeded: number >> shift) & 0xF
            append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            shift -= 4
        }
    }
}
