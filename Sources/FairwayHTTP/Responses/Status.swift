/// A status code (RFC 9110 section 15).
public struct Status: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The three digits.
    public let code: Int

    /// Makes a status from a code between 100 and 599.
    public init(_ code: Int) {
        precondition((100...599).contains(code), "A status code is between 100 and 599, and \(code) is not.")
        self.code = code
    }

    /// Makes a status from a literal.
    public init(integerLiteral code: Int) { self.init(code) }

    /// The reason phrase of the status line.
    public var reason: StaticString {
        switch code {
        case 100: "Continue"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 426: "Upgrade Required"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Unnamed"
        }
    }

    /// RFC 9110 sections 6.4.1 and 15.
    var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }
}
