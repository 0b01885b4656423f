/// A request with its body. Values are decoded when they are read.
public struct Request: Sendable {
    let head: RequestHead
    /// The body, or an empty array.
    public let body: [UInt8]
    /// Identifies the request in logs and in the response.
    public let id: RequestID
    /// The address of the client, or of the proxy in front of the server.
    public let peer: SocketAddress
    var unreadNanoseconds: UInt64 = 0

    /// How long the request waited unread while the handlers were saturated.
    public var unreadSeconds: Double { Double(unreadNanoseconds) / 1e9 }

    /// The method.
    public var method: Method { head.method }

    /// The path with its escapes, as received.
    public var path: String { head.text(head.line.path) }

    /// The path with its escapes decoded. Nil if an escape stands for a slash or an unreserved character: a second
    /// spelling of a path would let a client bypass a proxy that compares bytes.
    public var decodedPath: String? {
        head.bytes[head.line.path].withUnsafeBytes { path in
            PercentDecoding.hasNeedlessEscape(path) ? nil : PercentDecoding.text(path)
        }
    }

    /// Whether the client accepts gzip.
    public var acceptsGzip: Bool { head.acceptsGzip }

    /// Whether a browser opens the URL as a page: the method is GET or HEAD, and `Accept` names `text/html` and
    /// does not prefer JSON.
    public var wantsPage: Bool { head.wantsPage }

    /// The query with its escapes, as received, without the question mark.
    public var query: String { head.text(head.line.query) }

    /// The value of a header field. Repeated fields form one list (RFC 9110 section 5.3). The server refuses requests
    /// that repeat `Authorization`, `Idempotency-Key` and other fields that must not be repeated.
    public subscript(_ name: HeaderName) -> String? { head.value(name) }

    /// The names and the values of all header fields, in their order.
    public var headerFields: [(name: String, value: String)] {
        head.fields.map { field in
            (head.text(Int(field.nameStart)..<Int(field.nameEnd)), head.text(field.value))
        }
    }

    /// The host and port that the client addressed, from the target or from `Host`.
    public var authority: String? { head.authority }

    /// Identifies the client for limits: its IPv4 address, or its network of IPv6. Trusted proxies forward it.
    public func network(behind proxies: TrustedProxies) -> UInt64 { proxies.client(of: head, from: peer).network }

    /// The type of the body in lower case, without parameters: `application/json`.
    public var mediaType: String? {
        self[.contentType]?.split(separator: ";").first?.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// Whether the type of the body is `application/json`, without parameters, as most clients send it. In contrast to
    /// ``mediaType``, this copies nothing.
    public var isJSON: Bool { head.withValue(.contentType) { $0.spellsIgnoringCase("application/json") } ?? false }

    /// The token of `Authorization: Bearer` (RFC 6750 section 2.1). The scheme's case does not matter. Empty if nothing
    /// follows the scheme or no space does, as in `Bearerabc`. Nil if there is no such field.
    public var bearerToken: String? {
        let token = head.withValue(.authorization) { field -> String? in
            guard field.startsIgnoringCase("bearer") else { return nil }
            let rest = field.dropFirst("bearer".utf8.count)
            guard let separator = rest.first, separator == .space || separator == .tab else { return "" }
            return String(decoding: rest.drop { $0 == .space }, as: UTF8.self)
        }
        return token ?? nil
    }

    /// The value of `traceparent`, if it is valid (W3C Trace Context), such as `00-TRACE-PARENT-FLAGS`.
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

    /// The value of a header field that must occur only once; nil if it is missing or empty.
    ///
    /// Use it for fields that identify a user. Throws 400 if the field is repeated: the client may have forged one and
    /// a proxy added the other. Throws 400 for invalid UTF-8, because the repaired text could equal another identity.
    public func onlyValue(_ name: HeaderName) throws(HTTPProblem) -> String? { try head.onlyValue(name) }

    /// The decoded names and values of the query, in order. Throws 400 for an invalid escape.
    public func queryItems() throws(HTTPProblem) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        for part in head.bytes[head.line.query].split(separator: UInt8(ascii: "&")) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = sides.count == 2 ? sides[1] : []
            guard let name = Self.decode(sides[0]), let value = Self.decode(value) else {
                throw .malformedRequest("The query is not UTF-8 in percent-encoding.")
            }
            items.append((name, value))
        }
        return items
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.withUnsafeBytes { PercentDecoding.text($0, plusIsSpace: true) }
    }
}

extension RequestHead {
    func onlyValue(_ name: HeaderName) throws(HTTPProblem) -> String? {
        var values = fields.lazy.filter { self.isField($0, name) }.makeIterator()
        guard let field = values.next() else { return nil }
        guard values.next() == nil else { throw .malformedRequest("There is more than one \(name).") }
        let bytes = self.bytes[field.value]
        guard let value = String(validating: bytes, as: UTF8.self) else {
            throw .malformedRequest("The value of \(name) is not UTF-8.")
        }
        return value.isEmpty ? nil : value
    }
}

/// Identifies a request in logs: the client's `X-Request-Id`, or a random id.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
    /// The id as text.
    public let description: String

    /// An id of 15 hexadecimal digits. A string stores up to 15 bytes without an allocation.
    init(made number: UInt64) {
        let digits = String(number, radix: 16)
        description = String(repeating: "0", count: 15 - digits.count) + digits
    }

    static func random() -> RequestID { RequestID(made: .random(in: 0..<1 << 60)) }

    /// The client's id. Nil if it could disturb a log line: up to 128 letters, digits and `-_.:/+=@` are allowed.
    init?(given value: UnsafeRawBufferPointer) {
        guard !value.isEmpty, value.count <= 128, value.allSatisfy(Self.isAllowed) else { return nil }
        description = String(decoding: value, as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x2E, 0x3A, 0x2F, 0x2B, 0x3D, 0x40: true
        default: false
        }
    }
}
