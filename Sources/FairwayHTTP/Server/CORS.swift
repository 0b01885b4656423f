/// Allows web pages of other origins to use the API (Cross-Origin Resource Sharing).
public struct CORS: Sendable {
    /// A set of origins.
    public enum Origins: Equatable, Sendable {
        /// All origins. The API does not use cookies, so a page can do no more than `curl`.
        case any
        /// These origins, as browsers send them: `https://app.example.org`.
        case only(Set<String>)
    }

    /// The allowed origins.
    public var origins: Origins
    /// The allowed header fields of requests.
    public var requestHeaders = [
        "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Prefer",
        "X-Request-Id", "traceparent",
    ]
    /// The header fields of responses that pages can read.
    public var responseHeaders = ["ETag", "Idempotency-Replayed", "Location", "Retry-After", "X-Request-Id"]
    /// How long browsers may cache the answer to a preflight request.
    public var maxAgeSeconds = 600

    /// Allows `origins`.
    public init(origins: Origins) { self.origins = origins }

    func mark(_ response: inout Response, origin: String?) {
        switch origins {
        case .any:
            guard origin != nil else { return }
            response.headers.add("Access-Control-Allow-Origin", "*")
        case .only(let allowed):
            // Added even if the origin is not allowed: a cache must not serve one origin's response to another.
            response.headers.addVary("Origin")
            guard let origin, allowed.contains(origin) else { return }
            response.headers.add("Access-Control-Allow-Origin", origin)
        }
        response.headers.add("Access-Control-Expose-Headers", responseHeaders.joined(separator: ", "))
    }

    /// The header fields of the response to a preflight request (Fetch standard, "CORS-preflight request").
    func preflight(allow: String) -> ResponseHeaders {
        [
            "Access-Control-Allow-Methods": allow,
            "Access-Control-Allow-Headers": requestHeaders.joined(separator: ", "),
            "Access-Control-Max-Age": "\(maxAgeSeconds)",
        ]
    }
}
