/// What a handler answers. `Date`, `Content-Length`, `X-Request-Id` and the connection's own fields are added when it
/// is sent.
public struct Response: Sendable {
    /// The outcome.
    public var status: Status
    /// What the body is; nil when there is none.
    public var contentType: ContentType?
    /// Further header fields.
    public var headers: ResponseHeaders
    /// The body. An array is shared and not copied, so one that is answered often is made once.
    public var body: [UInt8]

    /// The code of the problem it tells of, to be counted and logged; nil where there is none. Like a problem's, it never
    /// has anything in it that varies.
    public var code: String?

    /// A response with a body.
    public init(
        _ status: Status = 200,
        _ contentType: ContentType,
        headers: ResponseHeaders = [:],
        body: [UInt8],
        code: String? = nil
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
        self.code = code
    }

    /// A response without a body.
    public init(_ status: Status, headers: ResponseHeaders = [:]) {
        self.status = status
        self.headers = headers
        self.body = []
    }

    /// A response that is text.
    public static func text(_ text: String, status: Status = 200) -> Response {
        Response(status, .text, body: Array(text.utf8))
    }
}
