extension HTTPProblem {
    /// 400: what came is not a request.
    public static func malformedRequest(_ detail: String) -> HTTPProblem {
        HTTPProblem(400, "malformed-request", "The request cannot be read.", detail: detail)
    }

    /// 404: nothing is at that path.
    public static let noSuchRoute = HTTPProblem(404, "no-such-route", "There is nothing at this path.")

    /// 405: what is at that path takes other methods, which `allow` lists.
    public static func methodNotAllowed(allow: String) -> HTTPProblem {
        HTTPProblem(
            405,
            "method-not-allowed",
            "This path does not take that method.",
            detail: "It takes \(allow).",
            headers: ["Allow": allow]
        )
    }

    /// 408: the request did not come in time.
    public static func requestTimeout(_ detail: String) -> HTTPProblem {
        HTTPProblem(408, "request-timeout", "The request took too long to arrive.", detail: detail)
    }

    /// 413: the body is longer than `limit` bytes.
    public static func bodyTooLarge(limit: Int) -> HTTPProblem {
        HTTPProblem(413, "body-too-large", "The body is too large.", detail: "At most \(limit) bytes are taken here.")
    }

    /// 414: the target is longer than `limit` bytes.
    public static func uriTooLong(limit: Int) -> HTTPProblem {
        HTTPProblem(414, "uri-too-long", "The URI is too long.", detail: "At most \(limit) bytes are taken.")
    }

    /// 415: that kind of body is not taken here.
    public static func unsupportedMediaType(_ detail: String) -> HTTPProblem {
        HTTPProblem(415, "unsupported-media-type", "This kind of body is not taken here.", detail: detail)
    }

    /// 421: the client asked for a host that this server is not.
    public static let misdirectedRequest = HTTPProblem(
        421,
        "misdirected-request",
        "This server does not go by that name.",
        detail: "It answers to localhost, to addresses and to the hosts that its operator names."
    )

    /// 426: HTTP/0.9.
    public static let upgradeRequired = HTTPProblem(
        426,
        "http-version",
        "This version of HTTP is too old.",
        detail: "Use HTTP/1.1.",
        headers: ["Upgrade": "HTTP/1.1"]
    )

    /// 429: this client asks too often; it may come again after that many seconds.
    public static func tooManyRequests(retryAfterSeconds: Int) -> HTTPProblem {
        HTTPProblem(
            429,
            "too-many-requests",
            "There are too many requests.",
            detail: "Try again in \(retryAfterSeconds) s.",
            headers: ["Retry-After": "\(retryAfterSeconds)"]
        )
    }

    /// 431: the header fields are too many or too long.
    public static func headersTooLarge(_ detail: String) -> HTTPProblem {
        HTTPProblem(431, "headers-too-large", "The header fields are too large.", detail: detail)
    }

    /// 500: a handler failed; what exactly is in the server's log and not the client's business.
    public static let internalError = HTTPProblem(500, "internal-error", "The server failed to answer.")

    /// 501: a method or a transfer coding that HTTP or this server does not know.
    public static func notImplemented(_ detail: String) -> HTTPProblem {
        HTTPProblem(501, "not-implemented", "This server cannot do that.", detail: detail)
    }

    /// 503: too much is going on.
    public static func overloaded(retryAfterSeconds: Int) -> HTTPProblem {
        HTTPProblem(
            503,
            "overloaded",
            "The server is busy.",
            detail: "Try again in \(retryAfterSeconds) s.",
            headers: ["Retry-After": "\(retryAfterSeconds)"]
        )
    }

    /// 503: the server is about to end, and another will take its place.
    public static func shuttingDown(retryAfterSeconds: Int) -> HTTPProblem {
        HTTPProblem(
            503,
            "shutting-down",
            "The server is shutting down.",
            detail: "Try again in \(retryAfterSeconds) s.",
            headers: ["Retry-After": "\(retryAfterSeconds)"]
        )
    }

    /// 505: HTTP/2 or newer where HTTP/1.1 is spoken.
    public static let httpVersion = HTTPProblem(
        505,
        "http-version",
        "This version of HTTP is not spoken here.",
        detail: "Use HTTP/1.1."
    )
}

extension RequestFailure {
    var problem: HTTPProblem {
        switch self {
        case .malformed(let detail): .malformedRequest("\(detail)")
        case .uriTooLong(let limit): .uriTooLong(limit: limit)
        case .headersTooLarge(let detail): .headersTooLarge("\(detail)")
        case .bodyTooLarge(let limit): .bodyTooLarge(limit: limit)
        case .unknownMethod: .notImplemented("HTTP knows no such method.")
        case .unknownTransferCoding: .notImplemented("Of the transfer codings this server knows chunked alone.")
        case .versionTooOld: .upgradeRequired
        case .versionUnsupported: .httpVersion
        case .timeout(let detail): .requestTimeout("\(detail)")
        }
    }
}
