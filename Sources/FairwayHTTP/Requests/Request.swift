/// A request, complete with its body. Text is made of its parts when they are asked for.
public struct Request: Sendable {
    let head: RequestHead
    /// The body; empty when there is none.
    public let body: [UInt8]
    /// Names the request in logs and in the response.
    public let id: RequestID
    /// Where it came from; behind a proxy that is the proxy.
    public let peer: SocketAddress
    var unreadNanoseconds: UInt64 = 0

    /// For how long it lay in its socket while the handlers had their hands full.
    public var unreadSeconds: Double { Double(unreadNanoseconds) / 1e9 }

    /// The method.
    public var method: Method { head.method }

    /// The path as it came, with its escapes.
    public var path: String { head.text(head.line.path) }

    /// The path with its escapes decoded. Nil where an escape stands for a slash or for a character that needs none: two
    /// spellings of one path would let a client past a proxy that compares bytes.
    public var decodedPath: String? {
        head.bytes[head.line.path].withUnsafeBytes { path in
            PercentDecoding.hasNeedlessEscape(path) ? nil : PercentDecoding.text(path)
        }
    }

    /// Whether the client takes bodies that are compressed with gzip.
    public var acceptsGzip: Bool { head.acceptsGzip }

    /// The query as it came, with its escapes and without the question mark.
    public var query: String { head.text(head.line.query) }

    /// The value of the header field of that name. Several lines are one list (RFC 9110 section 5.3). A request with two lines
    /// of what is no list and decides something, such as `Authorization` or `Idempotency-Key`, has been refused.
    public subscript(_ name: HeaderName) -> String? { head.value(name) }

    /// The host and port the client asked, from the target or from `Host`.
    public var authority: String? { head.authority }

    /// The type of the body without its parameters and in lower case: `application/json`.
    public var mediaType: String? {
        // As nearly every client sends it, and as every action is sent: not worth seven allocations.
        if head.withValue(.contentType, { $0.elementsEqual("application/json".utf8) }) == true {
            return "application/json"
        }
        guard let field = self[.contentType] else { return nil }
        return field.split(separator: ";").first?.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// What the request bears by `Authorization`, RFC 6750 2.1: the token after the scheme, whose name is the same in any case.
    public var bearerToken: String? {
        let token = head.withValue(.authorization) { field -> String? in
            // Compared as bytes, since nearly every call bears one: a letter differs from its capital in one bit.
            guard field.prefix(7).elementsEqual("bearer ".utf8, by: { $0 | 0x20 == $1 }) else { return nil }
            let token = field.dropFirst(7).drop { $0 == .space }
            return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
        }
        return token ?? nil
    }

    /// The trace this request belongs to, when it is one that W3C Trace Context allows: `00-` trace `-` parent `-`
    /// flags.
    public var traceParent: String? {
        guard let value = self[.traceparent] else { return nil }
        let parts = value.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].count == 2, parts[1].count == 32, parts[2].count == 16, parts[3].count == 2,
            parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            parts.prefix(4).allSatisfy({ $0.utf8.allSatisfy { $0.hexadecimal != nil && $0 == $0.lowercased } }),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        return value
    }
}
