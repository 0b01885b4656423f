import Glibc

/// What a store may hold, and what clients may ask for. The environment names the target: `migration` or `changes`.
enum EngineFuzzing {
    static let isChanges = getenv("FAIRWAY_FUZZ").map { String(cString: $0) } == "changes"

    static func run(_ bytes: [UInt8]) {
        if isChanges { ChangesTarget.shared.run(bytes) } else { MigrationTarget.shared.run(bytes) }
    }
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEngine(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    EngineFuzzing.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
