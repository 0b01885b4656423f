import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What serves is linked with an allocator of its own, which is then everybody's: nothing calls it by name.
struct AllocatorTests {
    private typealias IsInHeapRegion = @convention(c) (UnsafeRawPointer?) -> Bool

    @Test(.disabled(if: isSanitized, "A sanitizer brings an allocator of its own."))
    func allMemoryComesFromTheAllocatorThatIsLinked() throws {
        #if os(Linux)
        let symbol = try #require(dlsym(nil, "mi_is_in_heap_region"), "mimalloc is not linked")
        let isInHeapRegion = unsafeBitCast(symbol, to: IsInHeapRegion.self)
        let plain = malloc(100)
        defer { free(plain) }
        #expect(isInHeapRegion(plain))
        let object = Mark()
        #expect(isInHeapRegion(Unmanaged.passUnretained(object).toOpaque()))
        #endif
    }

    private final class Mark {}

    private static let isSanitized = dlsym(nil, "__sanitizer_set_death_callback") != nil
}
