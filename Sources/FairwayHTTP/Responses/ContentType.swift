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
        case "txt", "md": self = .text
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
