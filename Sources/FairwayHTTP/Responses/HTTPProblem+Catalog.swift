extension HTTPProblem {
    /// 400: the request is invalid.
    public static func malformedRequest(_ detail: String) -> HTTPProblem {
        HTTPProblem(400, "malformed-request", "The request cannot be read.", detail: detail)
    }

    /// 404: the path has no route.
    public static let noSuchRoute = HTTPProblem(404, "no-such-route", "There is nothing at this path.")

    /// 405: the path has other methods, which `allow` lists.
    public static func methodNotAllowed(allow: String) -> HTTPProblem {
        HTTPProblem(
            405,
            "method-not-allowed",
            "This path does not take that method.",
            detail: "It takes \(allow).",
            headers: ["Allow": allow]
        )
    }

    /// 408: the request did not arrive in time.
    public static func requestTimeout(_ detail: String) -> HTTPProblem {
        HTTPProblem(408, "request-timeout", "The request took too long to arrive.", detail: detail)
    }

    /// 413: the body is longer than `limit` bytes.
    public static func bodyTooLarge(limit: Int) -> HTTPProblem {
        HTTPProblem(413, "body-too-large", "The body is too large.", detail: "The limit is \(limit) bytes.")
    }

    /// 414: the target is longer than `limit` bytes.
    public static func uriTooLong(limit: Int) -> HTTPProblem {
        HTTPProblem(414, "uri-too-long", "The URI is too long.", detail: "The limit is \(limit) bytes.")
    }

    /// 415: the body's type is not supported.
    public static func unsupportedMediaType(_ detail: String) -> HTTPProblem {
        HTTPProblem(415, "unsupported-media-type", "This kind of body is not taken here.", detail: detail)
    }

    /// 421: the request is for a host that is not allowed.
    public static let misdirectedRequest = HTTPProblem(
        421,
        "misdirected-request",
        "This server does not serve that host.",
        detail: "It serves localhost, IP addresses and the host names that its operator has allowed."
    )

    /// 426: the version is HTTP/0.9.
    public static let upgradeRequired = HTTPProblem(
        426,
        "http-version",
        "This version of HTTP is not supported.",
        detail: "Use HTTP/1.1.",
        headers: ["Upgrade": "HTTP/1.1"]
    )

    /// 429: the client exceeds its rate.
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

    /// 500: a handler failed. The reason is in the server's log only.
    public static let internalError = HTTPProblem(500, "internal-error", "The server failed to answer.")

    /// 501: the method or transfer coding is not supported.
    public static func notImplemented(_ detail: String) -> HTTPProblem {
        HTTPProblem(501, "not-implemented", "This server cannot do that.", detail: detail)
    }

    /// 503: the server is overloaded.
    public static func overloaded(retryAfterSeconds: Int) -> HTTPProblem {
        HTTPProblem(
            503,
            "overloaded",
            "The server is busy.",
            detail: "Try again in \(retryAfterSeconds) s.",
            headers: ["Retry-After": "\(retryAfterSeconds)"]
        )
    }

    /// 503: the server is shutting down.
    public static func shuttingDown(retryAfterSeconds: Int) -> HTTPProblem {
        HTTPProblem(
            503,
            "shutting-down",
            "The server is shutting down.",
            detail: "Try again in \(retryAfterSeconds) s.",
            headers: ["Retry-After": "\(retryAfterSeconds)"]
        )
    }

    /// 505: the version is HTTP/2 or newer.
    public static let httpVersion = HTTPProblem(
        505,
        "http-version",
        "This version of HTTP is not supported.",
        detail: "Use HTTP/1.1."
    )
}
