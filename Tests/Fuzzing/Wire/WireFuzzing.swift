import Glibc

/// Bytes as a body may hold them. The environment names the target: `json` or `wire`.
enum WireFuzzing {
    static let isWire = getenv("FAIRWAY_FUZZ").map { String(cString: $0) } == "wire"

    static func run(_ bytes: [UInt8]) {
        if isWire { WireTarget.run(bytes) } else { JSONTarget.run(bytes) }
    }
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWire(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    WireFuzzing.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
