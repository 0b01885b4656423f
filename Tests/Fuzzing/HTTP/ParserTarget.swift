/// Fuzzes the request parser. Checks that its result does not depend on how the bytes are split.
enum ParserTarget {
    /// The result of parsing.
    struct Outcome: Equatable {
        var heads: [[UInt8]] = []
        var bodies: [[UInt8]] = []
        var failure: String?
        var isInsideRequest = false
    }

    /// The first byte of the input determines the size of the pieces.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let cut = bytes.first else { return }
        let message = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let whole = parse(message, cutEvery: message.count)
        let pieces = parse(message, cutEvery: Int(cut % 32) + 1)
        precondition(whole == pieces, "the result depends on how the bytes are split")
    }

    static func parse(_ bytes: UnsafeRawBufferPointer, cutEvery size: Int) -> Outcome {
        var parser = RequestParser(limits: HTTPLimits())
        var outcome = Outcome()
        var body: [UInt8] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + max(1, size))
            // A separate copy, so the sanitizer detects reads beyond the piece.
            let piece = Array(bytes[start..<end])
            start = end
            let failure = piece.withUnsafeBytes { bytes -> HTTPProblem? in
                var input = bytes
                do throws(HTTPProblem) {
                    while let element = try parser.next(&input) {
                        switch element {
                        case .head(let head): outcome.heads.append(describe(head))
                        case .body(let bytes): body += bytes
                        case .end:
                            outcome.bodies.append(body)
                            body = []
                        }
                    }
                    return nil
                } catch {
                    return error
                }
            }
            if let failure {
                outcome.failure = failure.code
                return outcome
            }
        }
        outcome.isInsideRequest = parser.isInsideRequest
        return outcome
    }

    /// Reads every range of the head, so that invalid ones are detected.
    private static func describe(_ head: RequestHead) -> [UInt8] {
        var text = "\(head.method.name) \(head.text(head.line.path))?\(head.text(head.line.query)) \(head.isPersistent)"
        for field in head.fields {
            text += "\n" + head.text(Int(field.nameStart)..<Int(field.nameEnd))
            text += ":" + head.text(Int(field.valueStart)..<Int(field.valueEnd))
        }
        text += "\(head.acceptsGzip) \(head.expectsContinue) \(head.framing)"
        return Array(text.utf8)
    }
}
