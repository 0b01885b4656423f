/// Writes a response's head (RFC 9112 section 4).
enum ResponseEncoder {
    enum Framing {
        /// The whole body is there, so its length is known.
        case whole
        case chunked
        case untilClose
    }

    enum Persistence {
        /// HTTP/1.1 goes on without a word.
        case implied
        /// HTTP/1.0 has to be told that the connection stays open.
        case keepAlive
        case close
    }

    /// How much room a block needs for the head. The fixed sum is more than status line, date, length, id and
    /// connection can come to.
    static func room(_ response: Response) -> Int {
        response.headers.lines.count + (response.contentType?.value.utf8.count ?? 0) + 512
    }

    static func writeHead(
        of response: Response,
        framing: Framing,
        to block: Block,
        date: DateLine,
        id: RequestID,
        persistence: Persistence
    ) {
        let status = response.status
        if status.code == 200 {
            block.append("HTTP/1.1 200 OK\r\n")
        } else {
            block.append("HTTP/1.1 ")
            block.append(decimal: status.code)
            block.append(.space)
            block.append(status.reason)
            block.append("\r\n")
        }
        block.append(date.line)
        if let contentType = response.contentType {
            block.append("Content-Type: ")
            block.append(contentType.value)
            block.append("\r\n")
        }
        switch framing {
        // RFC 9110 section 8.6: no length with 204; with 304 it would be that of what is not sent.
        case .whole where !status.forbidsBody:
            block.append("Content-Length: ")
            block.append(decimal: response.body.count)
            block.append("\r\n")
        case .chunked where !status.forbidsBody:
            block.append("Transfer-Encoding: chunked\r\n")
        default: break
        }
        block.append("X-Request-Id: ")
        id.append(to: block)
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
