/// A response of a handler. The server adds `Date`, `Content-Length`, `X-Request-Id` and `Connection`.
public struct Response: Sendable {
    /// The status code.
    public var status: Status
    /// The type of the body; nil if the response has no body.
    public var contentType: ContentType?
    /// Further header fields.
    public var headers: ResponseHeaders
    /// The body. Responses can share an array.
    public var body: [UInt8]
    /// The code of the error, for metrics and logs; nil if the response is not an error.
    public var code: String?
    /// The resource that the request's credential opened, for logs; nil if there is none.
    public var subject: (any AccessSubject)?

    /// Makes a response with a body.
    public init(
        _ status: Status = 200,
        _ contentType: ContentType,
        headers: ResponseHeaders = [:],
        body: [UInt8],
        code: String? = nil,
        subject: (any AccessSubject)? = nil
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
        self.code = code
        self.subject = subject
    }

    /// Makes a response without a body.
    public init(_ status: Status, headers: ResponseHeaders = [:], subject: (any AccessSubject)? = nil) {
        self.status = status
        self.headers = headers
        self.subject = subject
        self.body = []
    }

    /// A response with plain text.
    public static func text(_ text: String, status: Status = 200) -> Response {
        Response(status, .text, body: Array(text.utf8))
    }
}

/// The header fields of a response, stored as the bytes that are sent.
///
///     var headers = ResponseHeaders()
///     headers.add("ETag", "\"4\"")
public struct ResponseHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private(set) var lines: [UInt8] = []

    /// Makes an empty set of fields.
    public init() {}

    /// Makes fields from a literal.
    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { add(name, value) }
    }

    /// Adds a field. Existing fields of the same name are kept.
    ///
    /// The name must be a token. Control characters in the value are replaced by spaces, because a value from a client
    /// could otherwise add header fields (response splitting).
    public mutating func add(_ name: String, _ value: String) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter),
            "“\(name)” is not a valid header name: use letters, digits and hyphens."
        )
        lines.reserveCapacity(lines.count + name.utf8.count + value.utf8.count + 4)
        lines.append(contentsOf: name.utf8)
        lines.append(UInt8(ascii: ":"))
        lines.append(.space)
        for byte in value.utf8 { lines.append(byte.isFieldValueCharacter ? byte : .space) }
        lines.append(.carriageReturn)
        lines.append(.lineFeed)
    }

    /// Adds a number as entity tag (RFC 9110 section 8.8.3): `ETag: "4"`.
    public mutating func addEntityTag(_ number: Int) { add("ETag", "\"\(number)\"") }

    /// Declares that the response depends on a header field of the request. All names are in one `Vary` field, for
    /// caches that read only the first.
    public mutating func addVary(_ name: String) {
        var start = 0
        while start < lines.count, let end = lines[start...].firstIndex(of: .carriageReturn) {
            if lines[start..<end].starts(with: "Vary: ".utf8) {
                let names = lines[start..<end].dropFirst("Vary: ".utf8.count).split(separator: UInt8(ascii: ","))
                guard !names.contains(where: { $0.drop { $0 == .space }.elementsEqual(name.utf8) }) else { return }
                return lines.insert(contentsOf: ", \(name)".utf8, at: end)
            }
            start = end + 2
        }
        add("Vary", name)
    }

    /// Adds all fields of `other`.
    public mutating func add(_ other: ResponseHeaders) { lines.append(contentsOf: other.lines) }

    /// The names and the values of the fields.
    public var fields: [(name: String, value: String)] {
        lines.split(separator: .lineFeed).map { line in
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            let value = line.dropFirst(name.count + 2).dropLast()
            return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
    }

    /// Whether a field can be added: the name is a token, and the value has no control characters.
    public static func areValid(_ name: String, _ value: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter) && value.utf8.allSatisfy(\.isFieldValueCharacter)
    }

    /// The value of the first field with that name.
    public subscript(_ name: HeaderName) -> String? {
        var rest = lines[...]
        while let end = rest.firstIndex(of: .lineFeed) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), name.matches(line[..<colon]) else { continue }
            return String(decoding: line[(colon + 2)...].dropLast(), as: UTF8.self)
        }
        return nil
    }
}

extension HeaderName {
    fileprivate func matches(_ name: ArraySlice<UInt8>) -> Bool {
        name.count == description.utf8.count && zip(name, description.utf8).allSatisfy { $0.lowercased == $1 }
    }
}

/// The type of a body, for `Content-Type`.
public struct ContentType: Sendable, Hashable {
    /// The header field's value.
    public let value: String
    /// Whether compression makes bodies of this type notably smaller.
    public let isCompressible: Bool

    /// Makes a type from a header field's value, which must not have control characters.
    public init(_ value: String, isCompressible: Bool) {
        precondition(value.utf8.allSatisfy(\.isFieldValueCharacter), "A content type must not have control characters.")
        self.value = value
        self.isCompressible = isCompressible
    }

    /// JSON, which is always UTF-8 (RFC 8259).
    public static let json = ContentType("application/json", isCompressible: true)
    /// A problem document (RFC 9457).
    public static let problem = ContentType("application/problem+json", isCompressible: true)
    /// Server-sent events. Not compressible, because compression would delay events.
    public static let eventStream = ContentType("text/event-stream", isCompressible: false)
    /// A web page.
    public static let html = ContentType("text/html; charset=utf-8", isCompressible: true)
    /// Text.
    public static let text = ContentType("text/plain; charset=utf-8", isCompressible: true)
    /// Metrics in Prometheus' text format.
    public static let prometheus = ContentType("text/plain; version=0.0.4; charset=utf-8", isCompressible: true)
    /// Arbitrary bytes.
    public static let bytes = ContentType("application/octet-stream", isCompressible: false)

    /// The type of a file, by its extension.
    public init(ofFile path: String) {
        let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last.map { $0.lowercased() }
        switch ending {
        case "html": self = .html
        case "css": self.init("text/css; charset=utf-8", isCompressible: true)
        case "js", "mjs": self.init("text/javascript; charset=utf-8", isCompressible: true)
        case "json", "map": self = .json
        case "txt", "md", "ts": self = .text
        case "svg": self.init("image/svg+xml", isCompressible: true)
        case "webmanifest": self.init("application/manifest+json", isCompressible: true)
        case "ico": self.init("image/x-icon", isCompressible: true)
        case "png": self.init("image/png", isCompressible: false)
        case "jpg", "jpeg": self.init("image/jpeg", isCompressible: false)
        case "woff2": self.init("font/woff2", isCompressible: false)
        default: self = .bytes
        }
    }
}
