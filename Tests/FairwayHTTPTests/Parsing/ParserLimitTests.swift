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
        Case("the longest allowed target", nil, "GET /\(fill(39)) HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a target that is one byte too long", 414, "GET /\(fill(40)) HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a target that does not end", 414, "GET /\(fill(200))"),
        Case("a line without a space", 400, fill(200)),
        Case("the longest allowed fields", nil, "GET / HTTP/1.1\r\nHost: a\r\nX: \(fill(44))\r\n\r\n"),
        Case("fields that are one byte too long", 431, "GET / HTTP/1.1\r\nHost: a\r\nX: \(fill(45))\r\n\r\n"),
        Case("a field that does not end", 431, "GET / HTTP/1.1\r\nHost: a\r\nX: \(fill(200))"),
        Case("the highest allowed number of fields", nil, "GET / HTTP/1.1\r\nHost: a\r\nX:\r\nX:\r\n\r\n"),
        Case("one field too many", 431, "GET / HTTP/1.1\r\nHost: a\r\nX:\r\nX:\r\nX:\r\n\r\n"),
        Case(
            "too many chunks of one byte",
            431,
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + String(repeating: "1\r\na\r\n", count: 20)
        ),
        Case(
            "a chunk extension that does not end",
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
