import CZlib

/// Compresses bodies with gzip. It keeps zlib's quarter of a megabyte of state between bodies, so each event queue has
/// one.
struct Compressor: ~Copyable {
    /// Below this, the bytes saved do not pay for the work.
    static let smallestBody = 1024
    /// Answers are compressed while others wait: quick is better than small.
    static let quick: Int32 = 2
    /// Files are compressed once.
    static let best: Int32 = 9

    private let level: Int32
    // At an address of its own, because zlib's state points back at it.
    private var stream: UnsafeMutablePointer<z_stream>?

    init(level: Int32 = quick) { self.level = level }

    deinit {
        guard let stream else { return }
        deflateEnd(stream)
        stream.deallocate()
    }

    /// The compressed bytes, or nil when they are not fewer.
    mutating func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let stream = prepared() else { return nil }
        var bytes = bytes
        let compressed = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, count in
            bytes.withUnsafeMutableBufferPointer { input in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                // A room as large as the original: what does not fit is not worth having.
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

extension EventQueue {
    /// Compresses a response where it pays.
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
