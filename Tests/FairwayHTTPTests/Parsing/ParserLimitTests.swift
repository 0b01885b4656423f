import Testing

@testable import FairwayHTTP

struct ParserLimitTests {
    static var small: HTTPLimits {
        var limits = HTTPLimits()
        limits.targetBytes = 40
        limits.headerBytes = 60
        limits.headerCount = 3
        limits.chunkFramingBytes = 40
        return limits
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int?
        let bytes: String

        init(_ name: String, _ status: Int?, _ bytes: String) {
            testDescription = name
            self.status = status
            self.bytes = bytes
        }
    }

    static func fill(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test(arguments: [
        Case("a target as long as allowed", nil, "GET /\(fill(39)) HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a target a byte too long", 414, "GET /\(fill(40)) HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a target without end", 414, "GET /\(fill(200))"),
        Case("a line without a blank", 400, fill(200)),
        Case("fields as long as allowed", nil, "GET / HTTP/1.1\r\nHost: a\r\nX: \(fill(44))\r\n\r\n"),
        Case("fields a byte too long", 431, "GET / HTTP/1.1\r\nHost: a\r\nX: \(fill(45))\r\n\r\n"),
        Case("a field without end", 431, "GET / HTTP/1.1\r\nHost: a\r\nX: \(fill(200))"),
        Case("as many fields as allowed", nil, "GET / HTTP/1.1\r\nHost: a\r\nX:\r\nX:\r\n\r\n"),
        Case("a field too many", 431, "GET / HTTP/1.1\r\nHost: a\r\nX:\r\nX:\r\nX:\r\n\r\n"),
        Case(
            "chunks of a byte without end",
            431,
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + String(repeating: "1\r\na\r\n", count: 20)
        ),
        Case(
            "an extension without end",
            431,
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;\(fill(200))"
        ),
    ])
    func limitsApplyHoweverTheBytesAreSplit(_ example: Case) {
        let bytes = Array(example.bytes.utf8)
        let whole = Parsed.parse([bytes], limits: Self.small)
        if let status = example.status {
            guard case .refused(status, _) = whole.last else {
                Issue.record("\(whole)")
                return
            }
        } else {
            #expect(whole.count == 1)
        }
        for pieces in cuts(of: bytes) { #expect(Parsed.parse(pieces, limits: Self.small) == whole) }
    }
}
