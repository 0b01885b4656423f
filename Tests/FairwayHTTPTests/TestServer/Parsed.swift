@testable import FairwayHTTP

/// What a parser makes of bytes, in a form that can be compared.
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

    /// Parses pieces one after the other, as they would come from a socket.
    static func parse(_ pieces: [[UInt8]], limits: Limits = Limits()) -> [Parsed] {
        var parser = RequestParser(limits: limits)
        var parsed: [Parsed] = []
        var head: RequestHead?
        var body: [UInt8] = []
        for piece in pieces {
            let failure = piece.withUnsafeBytes { bytes -> RequestFailure? in
                var input = bytes
                do throws(RequestFailure) {
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
                let problem = failure.problem
                return parsed + [.refused(status: problem.status.code, code: problem.code)]
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

/// Every way of cutting bytes in two, and one byte at a time.
func cuts(of bytes: [UInt8]) -> [[[UInt8]]] {
    (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] } + [bytes.map { [$0] }]
}
