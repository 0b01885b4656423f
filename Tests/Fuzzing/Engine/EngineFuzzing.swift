/// Rows as a store may hold them.
enum EngineFuzzing {
    static func run(_ bytes: [UInt8]) { MigrationTarget.shared.run(bytes) }
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEngine(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    EngineFuzzing.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
