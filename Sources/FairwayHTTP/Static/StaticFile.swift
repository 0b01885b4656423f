/// A static file with its entity tag and its compressed body.
public struct StaticFile: Sendable {
    private let contentType: ContentType
    private let body: FixedBody
    private let tag: String

    /// Creates a file that is served many times: its body is compressed as far as possible.
    ///
    /// - Parameters:
    ///   - path: The path, whose end names the type of the content.
    ///   - bytes: The content.
    public init(path: String, bytes: [UInt8]) {
        var compressor = Compressor(level: Compressor.best)
        self.init(path: path, bytes: bytes, compressor: &compressor)
    }

    init(path: String, bytes: [UInt8], compressor: inout Compressor) {
        contentType = ContentType(ofFile: path)
        body = FixedBody(bytes, isCompressible: contentType.isCompressible, compressor: &compressor)
        tag = Self.tag(bytes)
    }

    /// A hash of the content (FNV-1a, 64 bits) and its length.
    private static func tag(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return "\(String(hash, radix: 16))-\(String(bytes.count, radix: 16))"
    }

    /// The content, without compression.
    var bytes: [UInt8] { body.bytes }

    /// The response to a GET or HEAD request.
    func response(to request: Request, headers common: ResponseHeaders) -> Response {
        let isCompressed = body.isCompressed(for: request)
        // RFC 9110 section 8.8.3: another coding is another representation and needs another strong tag.
        let tag = isCompressed ? "\"\(self.tag)-gz\"" : "\"\(self.tag)\""
        var headers: ResponseHeaders = ["ETag": tag, "X-Content-Type-Options": "nosniff"]
        headers.add(common)
        if let known = request[.ifNoneMatch], EntityTag.isIn(known, tag) { return body.notModified(headers: headers) }
        return body.response(to: request, contentType, headers: headers)
    }
}

/// A body that is sent many times, and is compressed once.
public struct FixedBody: Sendable {
    fileprivate let bytes: [UInt8]
    /// The body compressed with gzip; nil if that is not smaller.
    private let compressed: [UInt8]?

    /// Creates a body of a compressible type, such as JSON.
    public init(_ bytes: [UInt8]) {
        var compressor = Compressor(level: Compressor.best)
        self.init(bytes, isCompressible: true, compressor: &compressor)
    }

    init(_ bytes: [UInt8], isCompressible: Bool, compressor: inout Compressor) {
        self.bytes = bytes
        compressed = isCompressible ? compressor.compress(bytes) : nil
    }

    func isCompressed(for request: Request) -> Bool { compressed != nil && request.acceptsGzip }

    /// The response with this body, compressed if the client accepts gzip.
    public func response(to request: Request, _ type: ContentType, headers: ResponseHeaders) -> Response {
        guard let compressed else { return Response(200, type, headers: headers, body: bytes) }
        var headers = headers
        headers.addVary("Accept-Encoding")
        guard request.acceptsGzip else { return Response(200, type, headers: headers, body: bytes) }
        headers.add("Content-Encoding", "gzip")
        return Response(200, type, headers: headers, body: compressed)
    }

    /// The response to a client whose copy is current. It has the `Vary` of the full response (RFC 9110 section 15.4.5).
    public func notModified(headers: ResponseHeaders) -> Response {
        var headers = headers
        if compressed != nil { headers.addVary("Accept-Encoding") }
        return Response(304, headers: headers)
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
