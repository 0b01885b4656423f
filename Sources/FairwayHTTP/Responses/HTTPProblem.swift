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
