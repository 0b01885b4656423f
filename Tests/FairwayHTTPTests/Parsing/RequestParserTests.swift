import Testing

@testable import FairwayHTTP

struct RequestParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let parsed: [Parsed]
    }

    @Test(arguments: readable)
    func requestsParseTheSameHoweverTheyAreSplit(_ example: Case) {
        let bytes = Array(example.bytes.utf8)
        #expect(Parsed.parse([bytes]) == example.parsed)
        for pieces in cuts(of: bytes) { #expect(Parsed.parse(pieces) == example.parsed) }
    }

    static func get(
        _ line: String,
        _ headers: [String] = ["Host=a"],
        _ body: String = "",
        isPersistent: Bool = true
    ) -> Parsed {
        .request(line: line, headers: headers, body: body, isPersistent: isPersistent)
    }

    static let readable: [Case] = [
        Case(
            testDescription: "a minimal request",
            bytes: "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            parsed: [get("GET / 1.1")]
        ),
        Case(
            testDescription: "a query",
            bytes: "GET /a/b?c=d?e HTTP/1.1\r\nHost: a\r\n\r\n",
            parsed: [get("GET /a/b?c=d?e 1.1")]
        ),
        Case(
            testDescription: "an empty query",
            bytes: "GET /a? HTTP/1.1\r\nHost: a\r\n\r\n",
            parsed: [get("GET /a 1.1")]
        ),
        Case(
            testDescription: "an absolute target",
            bytes: "GET http://b:80/x?y HTTP/1.1\r\nHost: a\r\n\r\n",
            parsed: [get("GET /x?y 1.1")]
        ),
        Case(
            testDescription: "an absolute target without a path",
            bytes: "GET http://b HTTP/1.1\r\nHost: a\r\n\r\n",
            parsed: [get("GET / 1.1")]
        ),
        Case(
            testDescription: "an absolute target without a path and with a query",
            bytes: "GET HTTPS://b:80?x/y HTTP/1.1\r\nHost: a\r\n\r\n",
            parsed: [get("GET /?x/y 1.1")]
        ),
        Case(
            testDescription: "an asterisk",
            bytes: "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
            parsed: [get("OPTIONS * 1.1")]
        ),
        Case(
            testDescription: "an empty line before the request",
            bytes: "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            parsed: [get("GET / 1.1")]
        ),
        Case(
            testDescription: "blanks around a value",
            bytes: "GET / HTTP/1.1\r\nHost:  \t a\t \r\nX:\r\n\r\n",
            parsed: [get("GET / 1.1", ["Host=a", "X="])]
        ),
        Case(
            testDescription: "bytes beyond ASCII in a value",
            bytes: "GET / HTTP/1.1\r\nHost: a\r\nX: é\r\n\r\n",
            parsed: [get("GET / 1.1", ["Host=a", "X=é"])]
        ),
        Case(
            testDescription: "an IPv6 host",
            bytes: "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n",
            parsed: [get("GET / 1.1", ["Host=[::1]:8080"])]
        ),
        Case(
            testDescription: "an empty host",
            bytes: "GET / HTTP/1.1\r\nHost:\r\n\r\n",
            parsed: [get("GET / 1.1", ["Host="])]
        ),
        Case(
            testDescription: "HTTP/1.0 without a host",
            bytes: "GET / HTTP/1.0\r\n\r\n",
            parsed: [get("GET / 1.0", [], isPersistent: false)]
        ),
        Case(
            testDescription: "HTTP/1.0 with keep-alive",
            bytes: "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
            parsed: [get("GET / 1.0", ["Connection=Keep-Alive"])]
        ),
        Case(
            testDescription: "a newer minor version",
            bytes: "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
            parsed: [get("GET / 1.1")]
        ),
        Case(
            testDescription: "a request to close the connection",
            bytes: "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n",
            parsed: [get("GET / 1.1", ["Host=a", "Connection=x, Close"], isPersistent: false)]
        ),
        Case(
            testDescription: "a body by length",
            bytes: "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
            parsed: [get("POST /a 1.1", ["Host=a", "Content-Length=5"], "hello")]
        ),
        Case(
            testDescription: "a body of length 0",
            bytes: "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            parsed: [get("PUT /a 1.1", ["Host=a", "Content-Length=0"])]
        ),
        Case(
            testDescription: "a chunked body with extensions and trailers",
            bytes: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "4;x=y\r\nfair\r\n0B\r\nway\r\n 12345\r\n000\r\nX: y\r\nZ: w\r\n\r\n",
            parsed: [get("POST / 1.1", ["Host=a", "Transfer-Encoding=Chunked"], "fairway\r\n 12345")]
        ),
        Case(
            testDescription: "a chunked body with blanks around its extensions, and quoted ones",
            bytes: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "4 ;x\r\nfair\r\n1\t;\t x \t=\ty ; z\r\nw\r\n2;x=\"y; \\\"z\\\\\";w=\"\"\r\nay\r\n0 ; x = \"\té\"\r\n\r\n",
            parsed: [get("POST / 1.1", ["Host=a", "Transfer-Encoding=chunked"], "fairway")]
        ),
        Case(
            testDescription: "several requests in a row",
            bytes: "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
                + "POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
                + "\r\nDELETE /c HTTP/1.1\r\nHost: a\r\n\r\n",
            parsed: [
                get("POST /a 1.1", ["Host=a", "Content-Length=2"], "hi"),
                get("POST /b 1.1", ["Host=a", "Transfer-Encoding=chunked"], "x"), get("DELETE /c 1.1"),
            ]
        ),
        Case(
            testDescription: "a request and a part of the next",
            bytes: "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HT",
            parsed: [get("GET /a 1.1"), .incomplete]
        ),
        Case(
            testDescription: "an incomplete body",
            bytes: "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nhi",
            parsed: [.incomplete]
        ),
    ]
}
