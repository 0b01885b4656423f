import Testing

@testable import FairwayHTTP

/// Requests that are invalid, or that RFC 9112 lets a recipient repair. Each is refused, however its bytes are split.
struct RefusedRequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int
        let bytes: String

        init(_ name: String, _ status: Int, _ bytes: String) {
            testDescription = name
            self.status = status
            self.bytes = bytes
        }

        init(_ name: String, _ bytes: String) { self.init(name, 400, bytes) }
    }

    @Test(arguments: lines + hosts + fields + singles + lengths + codings + chunks)
    func ambiguousAndInvalidRequestsAreRefused(_ example: Case) {
        let bytes = Array(example.bytes.utf8)
        let whole = Parsed.parse([bytes])
        guard case .refused(let status, _) = whole.last else {
            Issue.record("not refused: \(whole)")
            return
        }
        #expect(status == example.status)
        #expect(whole.count == 1)
        for pieces in cuts(of: bytes) { #expect(Parsed.parse(pieces) == whole) }
    }

    static func request(_ fields: String, body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
    }

    static func chunked(_ body: String) -> String { request("Transfer-Encoding: chunked", body: body) }

    static let lines = [
        Case("two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a tab", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a space at the end", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
        Case("a space at the start", " GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("no version", "GET /\r\nHost: a\r\n\r\n"),
        Case("no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("an empty target", "GET  HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("two empty lines", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a bare line feed", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
        Case("a bare carriage return", "GET / HTTP/1.1\rHost: a\r\n\r\n"),
        Case("a method that is not a token", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a lower-case version", "GET / http/1.1\r\nHost: a\r\n\r\n"),
        Case("a long version", "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
        Case("a version without a dot", "GET / HTTP/11\r\nHost: a\r\n\r\n"),
        Case("a fragment", "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a control character in the target", "GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("NUL in the target", "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a target beyond ASCII", "GET /é HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a relative target", "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("another scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("an absolute target without a host", "GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("an absolute target without a host and a path", "GET http:// HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("an absolute target with a query alone", "GET http://?x HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("credentials in the target", "GET http://u@a/x HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("an asterisk to GET", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("HTTP/2's preface", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        Case("HTTP/3", 505, "GET / HTTP/3.0\r\nHost: a\r\n\r\n"),
        Case("HTTP/0.9", 426, "GET / HTTP/0.9\r\nHost: a\r\n\r\n"),
        Case("a method that HTTP does not know", 501, "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("a lower-case method", 501, "get / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("CONNECT", 501, "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]

    static let hosts = [
        Case("no Host", "GET / HTTP/1.1\r\nX: y\r\n\r\n"),
        Case("no header at all", "GET / HTTP/1.1\r\n\r\n"),
        Case("Host twice", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n"),
        Case("Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        Case("Host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
        Case("Host with credentials", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
        Case("Host with a port that is not a number", "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n"),
        Case("Host with two ports", "GET / HTTP/1.1\r\nHost: a:1:2\r\n\r\n"),
        Case("Host as a list", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
        Case("Host with an unclosed bracket", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
    ]

    static let fields = [
        Case("space before the colon", request("X : y")),
        Case("no colon", request("X")),
        Case("no name", request(": y")),
        Case("a fold", request("X: y\r\n z")),
        Case("a fold with a tab", request("X: y\r\n\tz")),
        Case("a space before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
        Case("a bare line feed", request("X: y\nZ: w")),
        Case("a bare carriage return", request("X: y\rZ: w")),
        Case("two carriage returns", request("X: y\r\r\nZ: w")),
        Case("NUL", request("X: \0")),
        Case("DEL", request("X: \u{7F}")),
        Case("a name that is not a token", request("X(: y")),
        Case("a head that ends with a bare line feed", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
    ]

    static let singles = [
        Case("two credentials", request("Authorization: Bearer a\r\nAuthorization: Bearer b")),
        Case("the same credentials twice", request("Authorization: Bearer a\r\nX: y\r\nauthorization: Bearer a")),
        Case("two content types", request("Content-Type: text/html\r\nContent-Type: application/json")),
        Case("two idempotency keys", request("Idempotency-Key: a\r\nIdempotency-Key: b")),
        Case("two ids of the last event", request("Last-Event-ID: 1\r\nLast-Event-ID: 2")),
    ]

    static let lengths = [
        Case("both lengths", request("Content-Length: 3\r\nTransfer-Encoding: chunked", body: "0\r\n\r\n")),
        Case("both lengths the other way round", request("Transfer-Encoding: chunked\r\nContent-Length: 3")),
        Case("two differing lengths", request("Content-Length: 3\r\nContent-Length: 4", body: "abcd")),
        Case("two equal lengths", request("Content-Length: 3\r\nContent-Length: 3", body: "abc")),
        Case("a list of lengths", request("Content-Length: 3, 3", body: "abc")),
        Case("a sign", request("Content-Length: +3", body: "abc")),
        Case("a negative length", request("Content-Length: -3")),
        Case("a hexadecimal length", request("Content-Length: 0x3", body: "abc")),
        Case("no length", request("Content-Length:")),
        Case("a length with a blank in it", request("Content-Length: 1 2")),
        Case("a length that overflows", request("Content-Length: 99999999999999999999")),
    ]

    static let codings = [
        Case("an unknown coding", 501, request("Transfer-Encoding: gzip, chunked")),
        Case("an unknown coding in a field of its own", 501, request("\(gzip)\r\nTransfer-Encoding: chunked")),
        Case("unknown codings in two fields", 501, request("\(gzip)\r\nX: y\r\nTransfer-Encoding: br,chunked")),
        Case("an unknown coding in a field after chunked", request("Transfer-Encoding: chunked\r\n\(gzip)")),
        Case("an empty coding before chunked", 501, request("Transfer-Encoding:\r\nTransfer-Encoding: chunked")),
        Case("an unknown coding, chunked twice", request("\(gzip), chunked\r\nTransfer-Encoding: chunked")),
        Case("an unknown coding and a length", request("\(gzip)\r\nContent-Length: 3", body: "abc")),
        Case("an unknown coding, chunked and a length", request("\(gzip), chunked\r\nContent-Length: 3", body: "abc")),
        Case("a coding without chunked", request("Transfer-Encoding: gzip")),
        Case("identity", request("Transfer-Encoding: identity")),
        Case("chunked twice", request("Transfer-Encoding: chunked, chunked")),
        Case("two codings in two fields", request("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked")),
        Case("chunked not last", request("Transfer-Encoding: chunked, gzip")),
        Case("chunked after a vertical tab", request("Transfer-Encoding: \u{B}chunked")),
        Case("chunked quoted", request("Transfer-Encoding: \"chunked\"")),
        Case("no coding", request("Transfer-Encoding:")),
        Case("chunked with HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ]

    private static let gzip = "Transfer-Encoding: gzip"

    static let chunks = [
        Case("a size that is not a number", chunked("x\r\n")),
        Case("an empty size", chunked("\r\n")),
        Case("a sign", chunked("+1\r\na\r\n0\r\n\r\n")),
        Case("0x", chunked("0x1\r\na\r\n0\r\n\r\n")),
        Case("a blank before the size", chunked(" 1\r\na\r\n0\r\n\r\n")),
        Case("a blank after the size", chunked("1 \r\na\r\n0\r\n\r\n")),
        Case("a size that overflows", chunked("ffffffffffffffff1\r\na")),
        Case("a bare line feed after the size", chunked("1\na\r\n0\r\n\r\n")),
        Case("a bare carriage return after the size", chunked("1\ra\r\n0\r\n\r\n")),
        Case("a bare line feed after the chunk", chunked("1\r\na\n0\r\n\r\n")),
        Case("a chunk longer than its size", chunked("1\r\nab\r\n0\r\n\r\n")),
        Case("a control character in an extension", chunked("1;x=\u{1}\r\na\r\n0\r\n\r\n")),
        Case("an extension without a name", chunked("1;\r\na\r\n0\r\n\r\n")),
        Case("an extension without a name at the end", chunked("1;x=y; \r\na\r\n0\r\n\r\n")),
        Case("an extension without its value", chunked("1;x=\r\na\r\n0\r\n\r\n")),
        Case("an extension with two values", chunked("1;x=y=z\r\na\r\n0\r\n\r\n")),
        Case("an extension with two names", chunked("1;x y\r\na\r\n0\r\n\r\n")),
        Case("a blank after an extension", chunked("1;x=y \r\na\r\n0\r\n\r\n")),
        Case("extensions that commas separate", chunked("1;x=y,z\r\na\r\n0\r\n\r\n")),
        Case("an extension with a quoted name", chunked("1;\"x\"=y\r\na\r\n0\r\n\r\n")),
        Case("an unterminated quoted extension", chunked("1;x=\"y\r\na\r\n0\r\n\r\n")),
        Case("a quoted extension that ends with a backslash", chunked("1;x=\"y\\\"\r\na\r\n0\r\n\r\n")),
        Case("a quoted extension that is a backslash", chunked("1;x=\"\\\r\na\r\n0\r\n\r\n")),
        Case("text after a quoted extension", chunked("1;x=\"y\"z\r\na\r\n0\r\n\r\n")),
        Case("a control character in a quoted extension", chunked("1;x=\"\u{1}\"\r\na\r\n0\r\n\r\n")),
        Case("a quoted control character in an extension", chunked("1;x=\"\\\u{1}\"\r\na\r\n0\r\n\r\n")),
        Case("an unterminated extension of the last chunk", chunked("0;x=\"y\r\n\r\n")),
        Case("a bare line feed at the end", chunked("0\r\n\n")),
        Case("a trailer that is not a field", chunked("0\r\nX y\r\n\r\n")),
        Case("a trailer that is folded", chunked("0\r\nX: y\r\n z\r\n\r\n")),
    ]
}
