import Fairway
import FairwayHTTP
import FairwayWire

/// A JSON document that stays the same as long as the server runs, with its entity tag.
struct FixedDocument: Sendable {
    private let body: [UInt8]
    private let headers: ResponseHeaders
    private let tag: String

    init(_ value: some Encodable) throws {
        body = try JSON.encode(value)
        // Weak, because the same tag goes with the compressed body (RFC 9110 section 8.8.3).
        tag = "W/\"\(Base64URL.encode(Array(SHA256.hash(body).prefix(12))))\""
        headers = ["ETag": tag, "Cache-Control": "no-cache"]
    }

    /// The document, or that the client has it already.
    func response(to request: Request) -> Response {
        if let known = request[.ifNoneMatch], EntityTag.isIn(known, tag) { return Response(304, headers: headers) }
        return Response(200, .json, headers: headers, body: body)
    }
}
