/// The name of a header field. Comparisons ignore case.
public struct HeaderName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in lower case.
    public let description: String
    let known: KnownHeader

    /// Makes a name from text, which must be a token (RFC 9110 section 5.1).
    public init(_ name: String) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter),
            "“\(name)” is not a valid header name: use letters, digits and hyphens."
        )
        self.description = name.lowercased()
        self.known = Array(name.utf8).withUnsafeBytes { KnownHeader($0) }
    }

    /// Makes a name from a literal.
    public init(stringLiteral name: String) { self.init(name) }

    /// `Accept`
    public static let accept: HeaderName = "accept"
    /// `Accept-Encoding`
    public static let acceptEncoding: HeaderName = "accept-encoding"
    /// `Accept-Language`
    public static let acceptLanguage: HeaderName = "accept-language"
    /// `Authorization`
    public static let authorization: HeaderName = "authorization"
    /// `Connection`
    public static let connection: HeaderName = "connection"
    /// `Content-Length`
    public static let contentLength: HeaderName = "content-length"
    /// `Content-Type`
    public static let contentType: HeaderName = "content-type"
    /// `Expect`
    public static let expect: HeaderName = "expect"
    /// `Host`
    public static let host: HeaderName = "host"
    /// `Idempotency-Key`
    public static let idempotencyKey: HeaderName = "idempotency-key"
    /// `If-Match`
    public static let ifMatch: HeaderName = "if-match"
    /// `If-None-Match`
    public static let ifNoneMatch: HeaderName = "if-none-match"
    /// `Last-Event-ID`
    public static let lastEventID: HeaderName = "last-event-id"
    /// `Origin`
    public static let origin: HeaderName = "origin"
    /// `Prefer` (RFC 7240)
    public static let prefer: HeaderName = "prefer"
    /// `X-Request-Id`
    public static let requestID: HeaderName = "x-request-id"
    /// `traceparent` (W3C Trace Context)
    public static let traceparent: HeaderName = "traceparent"
    /// `Transfer-Encoding`
    public static let transferEncoding: HeaderName = "transfer-encoding"
}

/// The header fields that the server or most handlers read. The parser recognises them, so a lookup compares no text.
enum KnownHeader: UInt8, CaseIterable {
    case other
    case accept, acceptEncoding, acceptLanguage, authorization, connection, contentLength, contentType, expect, host
    case idempotencyKey, ifMatch, ifNoneMatch, lastEventID, origin, prefer, requestID, traceparent, transferEncoding

    init(_ name: UnsafeRawBufferPointer) {
        self =
            switch name.count {
            case 4 where name.spellsIgnoringCase("host"): .host
            case 6 where name.spellsIgnoringCase("accept"): .accept
            case 6 where name.spellsIgnoringCase("origin"): .origin
            case 6 where name.spellsIgnoringCase("expect"): .expect
            case 6 where name.spellsIgnoringCase("prefer"): .prefer
            case 8 where name.spellsIgnoringCase("if-match"): .ifMatch
            case 10 where name.spellsIgnoringCase("connection"): .connection
            case 11 where name.spellsIgnoringCase("traceparent"): .traceparent
            case 12 where name.spellsIgnoringCase("content-type"): .contentType
            case 12 where name.spellsIgnoringCase("x-request-id"): .requestID
            case 13 where name.spellsIgnoringCase("authorization"): .authorization
            case 13 where name.spellsIgnoringCase("if-none-match"): .ifNoneMatch
            case 13 where name.spellsIgnoringCase("last-event-id"): .lastEventID
            case 14 where name.spellsIgnoringCase("content-length"): .contentLength
            case 15 where name.spellsIgnoringCase("accept-encoding"): .acceptEncoding
            case 15 where name.spellsIgnoringCase("accept-language"): .acceptLanguage
            case 15 where name.spellsIgnoringCase("idempotency-key"): .idempotencyKey
            case 17 where name.spellsIgnoringCase("transfer-encoding"): .transferEncoding
            default: .other
            }
    }

    /// The error for a request that repeats the field. Nil for lists (RFC 9110 section 5.3), for fields that this
    /// server does not know, and for fields whose combined value is rejected or ignored anyway.
    var repetitionError: String? {
        switch self {
        case .authorization: "There is more than one Authorization."
        // RFC 9112 section 6.3 allows a server to accept equal lengths. This server refuses them.
        case .contentLength: "There is more than one Content-Length."
        case .contentType: "There is more than one Content-Type."
        case .host: "There is more than one Host."
        case .idempotencyKey: "There is more than one Idempotency-Key."
        case .lastEventID: "There is more than one Last-Event-ID."
        case .accept, .acceptEncoding, .acceptLanguage, .connection, .expect, .ifMatch, .ifNoneMatch: nil
        case .origin, .prefer, .transferEncoding, .other, .requestID, .traceparent: nil
        }
    }
}

/// A set of known header fields.
struct KnownHeaders: Sendable {
    private var bits: UInt32 = 0

    func contains(_ header: KnownHeader) -> Bool { bits & 1 << header.rawValue != 0 }

    mutating func insert(_ header: KnownHeader) { bits |= 1 << header.rawValue }
}
