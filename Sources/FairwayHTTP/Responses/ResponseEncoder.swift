import Glibc

/// Writes the head of a response (RFC 9112 section 4).
enum ResponseEncoder {
    enum Framing {
        /// With `Content-Length`.
        case whole
        case chunked
        case untilClose
    }

    enum Persistence {
        /// HTTP/1.1 connections stay open by default.
        case implied
        /// For HTTP/1.0.
        case keepAlive
        case close
    }

    /// An upper limit of the head's size. The status line and the fields that the server adds fit into 512 bytes.
    static func room(_ response: Response) -> Int {
        response.headers.lines.count + (response.contentType?.value.utf8.count ?? 0) + 512
    }

    static func writeHead(
        of response: Response,
        framing: Framing,
        to block: OutputBlock,
        date: DateLine,
        id: RequestID,
        persistence: Persistence
    ) {
        let status = response.status
        block.append("HTTP/1.1 ")
        block.append(decimal: status.code)
        block.append(.space)
        block.append(status.reason)
        block.append("\r\n")
        block.append(date.line)
        if let contentType = response.contentType {
            block.append("Content-Type: ")
            block.append(contentType.value)
            block.append("\r\n")
        }
        switch framing {
        // RFC 9110 section 8.6: not with 204. With 304 it would be the length of the body that is not sent.
        case .whole where !status.forbidsBody:
            block.append("Content-Length: ")
            block.append(decimal: response.body.count)
            block.append("\r\n")
        case .chunked where !status.forbidsBody:
            block.append("Transfer-Encoding: chunked\r\n")
        default: break
        }
        block.append("X-Request-Id: ")
        block.append(id.description)
        block.append("\r\n")
        block.append(response.headers.lines)
        switch persistence {
        case .implied: break
        case .keepAlive: block.append("Connection: keep-alive\r\n")
        case .close: block.append("Connection: close\r\n")
        }
        block.append("\r\n")
    }
}

/// The `Date` header field, formatted once a second.
struct DateLine {
    private(set) var line: [UInt8]
    private var second: Int

    init(secondsSince1970 second: Int) {
        self.second = second
        line = Array("Date: \(HTTPDate.text(second))\r\n".utf8)
    }

    mutating func update(secondsSince1970 second: Int) {
        if second != self.second { self = DateLine(secondsSince1970: second) }
    }
}

/// Formats dates as in RFC 9110 section 5.6.7, independent of the locale: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(_ secondsSince1970: Int) -> String {
        var moment = time_t(secondsSince1970)
        var parts = tm()
        gmtime_r(&moment, &parts)
        let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(Int(parts.tm_year) + 1900)"
        return
            "\(days[Int(parts.tm_wday)]), \(date) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
