import CZlib

/// Compresses bodies with gzip. Each event loop has one, to reuse zlib's state of 256 KB.
struct Compressor: ~Copyable {
    /// Shorter bodies are not worth compressing for each response.
    static let smallestBody = 1024
    /// The level for responses.
    static let quick: Int32 = 2
    /// The level for static files, which are compressed once.
    static let best: Int32 = 9

    private let level: Int32
    // On the heap, because zlib keeps a pointer to it.
    private var stream: UnsafeMutablePointer<z_stream>?

    init(level: Int32 = quick) { self.level = level }

    deinit {
        guard let stream else { return }
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Returns the compressed bytes, or nil if compression does not make them fewer.
    mutating func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let stream = prepared() else { return nil }
        var bytes = bytes
        let compressed = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, count in
            bytes.withUnsafeMutableBufferPointer { input in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                if deflate(stream, Z_FINISH) == Z_STREAM_END { count = room.count - Int(stream.pointee.avail_out) }
            }
        }
        return compressed.isEmpty ? nil : compressed
    }

    private mutating func prepared() -> UnsafeMutablePointer<z_stream>? {
        if let stream { return deflateReset(stream) == Z_OK ? stream : nil }
        let new = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        new.initialize(to: z_stream())
        guard fairway_gzip_init(new, level) == Z_OK else {
            new.deallocate()
            return nil
        }
        stream = new
        return new
    }
}

extension EventLoop {
    /// Compresses a response if its size and type are worth it and the client accepts gzip.
    func compress(_ response: inout Response, isAccepted: Bool) {
        guard response.body.count >= Compressor.smallestBody, response.contentType?.isCompressible == true,
            response.headers["content-encoding"] == nil
        else { return }
        response.headers.addVary("Accept-Encoding")
        guard isAccepted, response.body.count <= context.limits.compressedBytes,
            let compressed = compressor.compress(response.body)
        else { return }
        response.body = compressed
        response.headers.add("Content-Encoding", "gzip")
    }
}

/// Reads `Accept-Encoding` (RFC 9110 section 12.5.3).
enum AcceptEncoding {
    static func allowsGzip(_ value: UnsafeRawBufferPointer) -> Bool {
        var any: Bool?
        for element in value.listElements() {
            let semicolon = element.firstIndex(of: UInt8(ascii: ";"), from: 0) ?? element.count
            let coding = element.part(0..<semicolon).trimmingBlanks
            let isWanted = !weightIsZero(element.part(semicolon..<element.count))
            if coding.spellsIgnoringCase("gzip") || coding.spellsIgnoringCase("x-gzip") { return isWanted }
            if coding.spells("*") { any = isWanted }
        }
        return any ?? false
    }

    /// Whether the weight is zero, as in `; q=0` or `; q=0.0`. Other weights do not matter, because the server offers
    /// only gzip.
    private static func weightIsZero(_ parameters: UnsafeRawBufferPointer) -> Bool {
        guard let equals = parameters.firstIndex(of: UInt8(ascii: "="), from: 0) else { return false }
        let weight = parameters.part(equals + 1..<parameters.count).trimmingBlanks
        return !weight.isEmpty && weight.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    }
}
