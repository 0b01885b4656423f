/// Which web pages of other origins may use the API from a browser.
public struct CORS: Sendable {
    /// Which origins.
    public enum Origins: Equatable, Sendable {
        /// All. Nothing here relies on cookies, so this opens no more than `curl` has.
        case any
        /// These, written as browsers do: `https://app.example.org`.
        case only(Set<String>)
    }

    /// Which origins may.
    public var origins: Origins
    /// Which header fields their requests may carry.
    public var requestHeaders = [
        "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Prefer",
        "X-Request-Id", "traceparent",
    ]
    /// Which header fields of the responses they may read.
    public var responseHeaders = ["ETag", "Idempotency-Replayed", "Location", "Retry-After", "X-Request-Id"]
    /// How long a browser may remember what it was told.
    public var maxAgeSeconds = 600

    /// Lets those origins in.
    public init(origins: Origins) { self.origins = origins }

    func mark(_ response: inout Response, origin: String?) {
        switch origins {
        case .any:
            guard origin != nil else { return }
            response.headers.add("Access-Control-Allow-Origin", "*")
        case .only(let allowed):
            // Also where it is not allowed: a cache must not give one origin's answer to another.
            response.headers.addVary("Origin")
            guard let origin, allowed.contains(origin) else { return }
            response.headers.add("Access-Control-Allow-Origin", origin)
        }
        response.headers.add("Access-Control-Expose-Headers", responseHeaders.joined(separator: ", "))
    }

    /// The header fields of the answer to a browser that asks before it sends (Fetch standard, "CORS-preflight
    /// request").
    func preflight(allow: String) -> ResponseHeaders {
        [
            "Access-Control-Allow-Methods": allow,
            "Access-Control-Allow-Headers": requestHeaders.joined(separator: ", "),
            "Access-Control-Max-Age": "\(maxAgeSeconds)",
        ]
    }
}
