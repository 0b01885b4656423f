import FairwayWire

/// The response of an ``Endpoint``, or of a server that answers without a socket.
///
/// The server adds `Date`, `Content-Length` and `X-Request-Id`, and `Cache-Control: no-store` unless the response has a
/// `Cache-Control`.
public struct WebResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: WebHeaders
    /// The body; empty for none, and for a stream.
    public var body: [UInt8]
    /// The body of a response that is sent while it is made; nil if ``body`` is complete. Endpoints have no streams.
    public package(set) var stream: WebStream?

    /// Creates a response.
    public init(status: Int = 200, headers: WebHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response without a body.
    ///
    /// ```swift
    /// return .status(204)
    /// ```
    public static func status(_ status: Int, headers: WebHeaders = [:]) -> WebResponse {
        WebResponse(status: status, headers: headers)
    }

    /// A value as JSON.
    public static func json(
        _ value: some Encodable,
        status: Int = 200,
        headers: WebHeaders = [:]
    ) throws -> WebResponse {
        bytes(try JSON.encode(value), type: "application/json", status: status, headers: headers)
    }

    /// A text. The type is `text/plain` by default.
    public static func text(
        _ text: String,
        type: String = "text/plain; charset=utf-8",
        status: Int = 200,
        headers: WebHeaders = [:]
    ) -> WebResponse {
        bytes(Array(text.utf8), type: type, status: status, headers: headers)
    }

    /// Bytes of a media type.
    public static func bytes(
        _ bytes: [UInt8],
        type: String = "application/octet-stream",
        status: Int = 200,
        headers: WebHeaders = [:]
    ) -> WebResponse {
        var headers = headers
        headers["Content-Type"] = type
        return WebResponse(status: status, headers: headers, body: bytes)
    }

    /// Decodes the body as JSON.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSON.decode(type, from: body)
    }

    /// The body as text. Invalid UTF-8 is repaired.
    public var text: String { String(decoding: body, as: UTF8.self) }
}
