import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What serves is linked with an allocator of its own, which is then everybody's: nothing calls it by name.
struct AllocatorTests {
    /// 1 for memory that the allocator has given out.
    private typealias Ownership = @convention(c) (UnsafeRawPointer?) -> CInt

    @Test(.disabled(if: isSanitized, "A sanitizer brings an allocator of its own."))
    func allMemoryComesFromTheAllocatorThatIsLinked() throws {
        #if os(Linux)
        let symbol = try #require(dlsym(nil, "MallocExtension_GetOwnership"), "tcmalloc is not linked")
        let ownership = unsafeBitCast(symbol, to: Ownership.self)
        let plain = malloc(100)
        defer { free(plain) }
        #expect(ownership(plain) == 1)
        let object = Mark()
        #expect(ownership(Unmanaged.passUnretained(object).toOpaque()) == 1)
        #endif
    }

    private final class Mark {}

    private static let isSanitized = dlsym(nil, "__sanitizer_set_death_callback") != nil
}
