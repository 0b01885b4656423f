#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A member's name as its bytes in the text, without escapes.
///
/// Hashed with a seed of this process, so that nobody can choose names that collide.
struct MemberName: Hashable {
    let bytes: UnsafeBufferPointer<UInt8>

    @inline(__always)
    static func == (left: MemberName, right: MemberName) -> Bool {
        guard left.bytes.count == right.bytes.count else { return false }
        guard let one = left.bytes.baseAddress, let other = right.bytes.baseAddress else { return true }
        return memcmp(one, other, left.bytes.count) == 0
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}
