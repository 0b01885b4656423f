/// The name of a header field; names are the same whatever their case.
public struct HeaderName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in lower case.
    public let description: String
    let known: KnownHeader

    /// Makes a name from text. What is not a token (RFC 9110 section 5.1) names no field and is a programmer's error.
    public init(_ name: String) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter),
            "A header's name consists of letters, digits and hyphens, which “\(name)” does not."
        )
        self.description = name.lowercased()
        self.known = Array(name.utf8).withUnsafeBytes { KnownHeader($0) }
    }

    /// Makes a name from a literal.
    public init(stringLiteral name: String) { self.init(name) }

    /// What the client can read.
    public static let accept: HeaderName = "accept"
    /// Which codings of the body the client takes.
    public static let acceptEncoding: HeaderName = "accept-encoding"
    /// The client's credentials.
    public static let authorization: HeaderName = "authorization"
    /// What the sender wants of this very connection.
    public static let connection: HeaderName = "connection"
    /// How many bytes the body has.
    public static let contentLength: HeaderName = "content-length"
    /// What the body is.
    public static let contentType: HeaderName = "content-type"
    /// Whether the client waits for a go-ahead before it sends the body.
    public static let expect: HeaderName = "expect"
    /// The server's name as the client knows it.
    public static let host: HeaderName = "host"
    /// Makes a repeat of a request harmless.
    public static let idempotencyKey: HeaderName = "idempotency-key"
    /// Change only what has this entity tag.
    public static let ifMatch: HeaderName = "if-match"
    /// Send only what has not this entity tag.
    public static let ifNoneMatch: HeaderName = "if-none-match"
    /// The last event of a stream that the client has seen.
    public static let lastEventID: HeaderName = "last-event-id"
    /// The web page that asks, for CORS.
    public static let origin: HeaderName = "origin"
    /// What the client would like but does not insist on (RFC 7240).
    public static let prefer: HeaderName = "prefer"
    /// Names the request in the logs of all who take part.
    public static let requestID: HeaderName = "x-request-id"
    /// The trace this request belongs to (W3C Trace Context).
    public static let traceparent: HeaderName = "traceparent"
    /// How the body is framed.
    public static let transferEncoding: HeaderName = "transfer-encoding"
}
