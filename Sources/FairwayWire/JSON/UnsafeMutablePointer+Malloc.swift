#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Memory straight from malloc, which aligns it as it always does. `allocate(capacity:)` asks for that alignment by name,
/// which takes an allocator four times the instructions; reading and writing what belongs to one change asks ten times.
extension UnsafeMutablePointer {
    static func obtain(capacity: Int) -> UnsafeMutablePointer {
        guard let memory = malloc(capacity * MemoryLayout<Pointee>.stride) else {
            fatalError("There is no memory left.")
        }
        return memory.bindMemory(to: Pointee.self, capacity: capacity)
    }

    func giveBack() { free(self) }
}
