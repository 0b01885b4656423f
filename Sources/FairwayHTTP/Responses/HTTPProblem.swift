/// An error response: `application/problem+json` (RFC 9457) with a stable code.
public struct HTTPProblem: Error, Sendable, Hashable {
    /// The status of the response.
    public let status: Status
    /// A stable identifier for programs and metrics.
    public let code: String
    /// A sentence for people, the same for each code.
    public let title: String
    /// The details of this occurrence, and what to do about it.
    public var detail: String?
    /// Header fields of the response, such as `Allow` for 405.
    public var headers: ResponseHeaders

    /// Makes an error. The errors of this module have static functions.
    public init(
        _ status: Status,
        _ code: String,
        _ title: String,
        detail: String? = nil,
        headers: ResponseHeaders = [:]
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.headers = headers
    }

    /// The error as a response.
    public var response: Response {
        var json =
            "{\"type\":\"/problems/\(code)\",\"code\":\"\(code)\",\"title\":\(Self.quoted(title)),\"status\":\(status.code)"
        if let detail { json += ",\"detail\":\(Self.quoted(detail))" }
        json += "}"
        var headers = headers
        // A cache must not use this error as the response to another request.
        if headers["Cache-Control"] == nil { headers.add("Cache-Control", "no-store") }
        var response = Response(status, .problem, headers: headers, body: Array(json.utf8))
        response.code = code
        return response
    }

    /// RFC 8259 section 7.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

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
