import Glibc

/// Bytes as a client may send them. The environment names the target: `parser` or `router`.
enum HTTPFuzzing {
    static let isRouter = getenv("FAIRWAY_FUZZ").map { String(cString: $0) } == "router"

    static func run(_ bytes: UnsafeRawBufferPointer) {
        if isRouter { RouterTarget.shared.run(bytes) } else { ParserTarget.run(bytes) }
    }
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    HTTPFuzzing.run(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}
