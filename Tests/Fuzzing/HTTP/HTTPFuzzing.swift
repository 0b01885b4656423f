import Glibc

/// Fuzzes the parser (`parser`) or everything up to the handlers (`router`), as `FAIRWAY_FUZZ` selects.
enum HTTPFuzzing {
    static let isRouter = getenv("FAIRWAY_FUZZ").map { String(cString: $0) } == "router"

    static func run(_ bytes: UnsafeRawBufferPointer) {
        if isRouter { RouterTarget.shared.run(bytes) } else { ParserTarget.run(bytes) }
    }
}

/// The entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    HTTPFuzzing.run(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}
