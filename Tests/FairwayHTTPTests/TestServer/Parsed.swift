@testable import FairwayHTTP

/// The result of the parser, in a comparable form.
enum Parsed: Equatable, CustomStringConvertible {
    case request(line: String, headers: [String], body: String, isPersistent: Bool)
    case refused(status: Int, code: String)
    case incomplete

    var description: String {
        switch self {
        case .request(let line, let headers, let body, let isPersistent):
            "\(line) \(headers) “\(body)”\(isPersistent ? "" : " (last)")"
        case .refused(let status, let code): "refused: \(status) \(code)"
        case .incomplete: "incomplete"
        }
    }

    /// Parses pieces in order, as from a socket.
    static func parse(_ pieces: [[UInt8]], limits: HTTPLimits = HTTPLimits()) -> [Parsed] {
        var parser = RequestParser(limits: limits)
        var parsed: [Parsed] = []
        var head: RequestHead?
        var body: [UInt8] = []
        for piece in pieces {
            let failure = piece.withUnsafeBytes { bytes -> HTTPProblem? in
                var input = bytes
                do throws(HTTPProblem) {
                    while let element = try parser.next(&input) {
                        switch element {
                        case .head(let new): head = new
                        case .body(let bytes): body += bytes
                        case .end:
                            if let head { parsed.append(.request(head, body)) }
                            head = nil
                            body = []
                        }
                    }
                    return nil
                } catch {
                    return error
                }
            }
            if let failure {
                return parsed + [.refused(status: failure.status.code, code: failure.code)]
            }
        }
        return parser.isInsideRequest ? parsed + [.incomplete] : parsed
    }

    private static func request(_ head: RequestHead, _ body: [UInt8]) -> Parsed {
        let query = head.line.query.isEmpty ? "" : "?" + head.text(head.line.query)
        return .request(
            line: "\(head.method.name) \(head.text(head.line.path))\(query) 1.\(head.line.minorVersion)",
            headers: head.fields.map { field in
                let name = head.text(Int(field.nameStart)..<Int(field.nameEnd))
                return "\(name)=\(head.text(field.value))"
            },
            body: String(decoding: body, as: UTF8.self),
            isPersistent: head.isPersistent
        )
    }
}

/// Every split of bytes in two, and the split into single bytes.
func cuts(of bytes: [UInt8]) -> [[[UInt8]]] {
    (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] } + [bytes.map { [$0] }]
}
