import Glibc

/// Fuzzes the JSON coder (`json`) or the wire types (`wire`), as the environment variable `FAIRWAY_FUZZ` selects.
enum WireFuzzing {
    static let isWire = getenv("FAIRWAY_FUZZ").map { String(cString: $0) } == "wire"

    static func run(_ bytes: [UInt8]) {
        if isWire { WireTarget.run(bytes) } else { JSONTarget.run(bytes) }
    }
}

/// The entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWire(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    WireFuzzing.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
