/// A static file with its entity tag and its compressed body.
struct StaticFile: Sendable {
    let contentType: ContentType
    let body: [UInt8]
    let tag: String
    /// The body compressed with gzip; nil if that is not smaller.
    let compressed: [UInt8]?

    init(path: String, bytes: [UInt8], compressor: inout Compressor) {
        contentType = ContentType(ofFile: path)
        body = bytes
        tag = Self.tag(bytes)
        compressed =
            contentType.isCompressible && bytes.count >= Compressor.smallestBody ? compressor.compress(bytes) : nil
    }

    /// A hash of the content (FNV-1a, 64 bits) and its length.
    private static func tag(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return "\(String(hash, radix: 16))-\(String(bytes.count, radix: 16))"
    }

    /// The response to a GET or HEAD request.
    func response(to request: Request, headers common: ResponseHeaders) -> Response {
        let isCompressed = compressed != nil && request.acceptsGzip
        // RFC 9110 section 8.8.3: another coding is another representation and needs another strong tag.
        let tag = isCompressed ? "\"\(self.tag)-gz\"" : "\"\(self.tag)\""
        var headers: ResponseHeaders = ["ETag": tag, "X-Content-Type-Options": "nosniff"]
        headers.add(common)
        if compressed != nil { headers.addVary("Accept-Encoding") }
        if let known = request[.ifNoneMatch], EntityTag.isIn(known, tag) { return Response(304, headers: headers) }
        if isCompressed { headers.add("Content-Encoding", "gzip") }
        return Response(200, contentType, headers: headers, body: isCompressed ? compressed ?? body : body)
    }
}

/// Reads lists of entity tags (RFC 9110 sections 8.8.3 and 13.1).
public enum EntityTag {
    /// Whether the value of `If-None-Match` contains `tag`, given with its quotes, or is `*`. The comparison is weak,
    /// as RFC 9110 specifies for this field: `W/` is ignored.
    public static func isIn(_ list: String, _ tag: String) -> Bool {
        let wanted = strong(tag[...])
        return tags(list).contains { $0 == "*" || strong($0) == wanted }
    }

    /// The tags of an `If-Match` or `If-None-Match`, with their quotes. A tag with a comma is split into parts that
    /// equal no tag.
    public static func tags(_ list: String) -> [Substring] {
        list.split(separator: ",").compactMap { element in
            let trimmed = element.drop { $0 == " " || $0 == "\t" }
            return trimmed.lastIndex { $0 != " " && $0 != "\t" }.map { trimmed[...$0] }
        }
    }

    private static func strong(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
}
