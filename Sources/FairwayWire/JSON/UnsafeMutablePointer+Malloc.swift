#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Memory straight from malloc, which aligns it as it always does. `allocate(capacity:)` asks for that alignment by name,
/// which takes an allocator four times the instructions; reading and writing what belongs to one change asks ten times.
///
/// For types of which nothing is left to be done when they go, and that ask for no more alignment than malloc gives.
extension UnsafeMutablePointer {
    /// Memory that is given back with ``giveBack()``, and with nothing else.
    static func obtain(capacity: Int) -> UnsafeMutablePointer {
        precondition(capacity > 0 && MemoryLayout<Pointee>.alignment <= 16)
        guard let memory = malloc(capacity * MemoryLayout<Pointee>.stride) else {
            fatalError("There is no memory left.")
        }
        return memory.bindMemory(to: Pointee.self, capacity: capacity)
    }

    /// Gives back what ``obtain(capacity:)`` gave.
    func giveBack() { free(self) }
}
