import Glibc

/// Fuzzes stored sessions (`migration`) or requests of clients (`changes`), as `FAIRWAY_FUZZ` selects.
enum EngineFuzzing {
    static let isChanges = getenv("FAIRWAY_FUZZ").map { String(cString: $0) } == "changes"

    static func run(_ bytes: [UInt8]) {
        if isChanges { ChangesTarget.shared.run(bytes) } else { MigrationTarget.shared.run(bytes) }
    }
}

/// The entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEngine(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    EngineFuzzing.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
