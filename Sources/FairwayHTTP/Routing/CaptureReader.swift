/// Reads the parameters of a path one after the other, as the types that the route gave them.
struct CaptureReader {
    let request: Request
    let captures: Captures
    private var index = 0

    init(request: Request, captures: Captures) {
        self.request = request
        self.captures = captures
    }

    mutating func next<Value: PathValue>(_ type: Value.Type) throws(UnreadableSegment) -> Value {
        let range = captures[index]
        index += 1
        let text = request.head.bytes.withUnsafeBytes { bytes in
            let segment = bytes.part(range)
            // Decoding is for the few that need it.
            return segment.contains(UInt8(ascii: "%"))
                ? PercentDecoding.text(segment) : String(decoding: segment, as: UTF8.self)
        }
        guard let text, let value = Value(pathSegment: text) else { throw UnreadableSegment() }
        return value
    }
}
