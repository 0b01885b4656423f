/// A file as it is served: with everything that can be known before anybody asks for it.
struct StaticFile: Sendable {
    let contentType: ContentType
    let body: [UInt8]
    let tag: String
    /// Smaller, for clients that take it; nil when it would not be.
    let compressed: [UInt8]?

    init(path: String, bytes: [UInt8], compressor: inout Compressor) {
        contentType = ContentType(ofFile: path)
        body = bytes
        tag = Self.tag(bytes)
        compressed =
            contentType.isCompressible && bytes.count >= Compressor.smallestBody ? compressor.compress(bytes) : nil
    }

    /// The content's hash (FNV-1a, 64 bits) and length: enough to tell one version of a file from the next, which is
    /// all that an entity tag is for.
    private static func tag(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return "\(String(hash, radix: 16))-\(String(bytes.count, radix: 16))"
    }

    /// The answer to `request`, which is a GET or HEAD, with these fields and the file's own.
    func response(to request: Request, headers common: ResponseHeaders) -> Response {
        let isCompressed = compressed != nil && request.acceptsGzip
        // RFC 9110 section 8.8.3: another coding is another representation, and needs another strong tag.
        let tag = isCompressed ? "\"\(self.tag)-gz\"" : "\"\(self.tag)\""
        var headers: ResponseHeaders = ["ETag": tag, "X-Content-Type-Options": "nosniff"]
        headers.add(common)
        if compressed != nil { headers.addVary("Accept-Encoding") }
        if let known = request[.ifNoneMatch], EntityTag.isIn(known, tag) { return Response(304, headers: headers) }
        if isCompressed { headers.add("Content-Encoding", "gzip") }
        return Response(200, contentType, headers: headers, body: isCompressed ? compressed ?? body : body)
    }
}
