/// An error as clients see it: `application/problem+json` (RFC 9457) with a stable code.
public struct HTTPProblem: Error, Sendable, Hashable {
    /// The response's status.
    public let status: Status
    /// Stable and short, for programs and for metrics: never with anything in it that varies.
    public let code: String
    /// What happened, for people: the same sentence whenever the code is.
    public let title: String
    /// What happened this time, and what to do about it.
    public var detail: String?
    /// Header fields that belong to it, as `Allow` does to 405.
    public var headers: ResponseHeaders

    /// An error that this module does not know of.
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

    /// The response that says so.
    public var response: Response {
        var json =
            "{\"type\":\"/problems/\(code)\",\"code\":\"\(code)\",\"title\":\(Self.quoted(title)),\"status\":\(status.code)"
        if let detail { json += ",\"detail\":\(Self.quoted(detail))" }
        json += "}"
        var headers = headers
        // What was wrong with one request says nothing of the next.
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
