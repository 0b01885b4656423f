import Testing

@testable import FairwayHTTP

struct ResponseTests {
    @Test
    func lineBreaksInAHeaderValueAreReplaced() {
        var headers: ResponseHeaders = ["Location": "/a\r\nSet-Cookie: b\0"]
        headers.add("ETag", "\"4\"")
        #expect(
            String(decoding: headers.lines, as: UTF8.self) == "Location: /a  Set-Cookie: b \r\nETag: \"4\"\r\n"
        )
        #expect(headers["etag"] == "\"4\"")
        #expect(headers["set-cookie"] == nil)
    }

    @Test(arguments: [0, 4, 12_345_678_901])
    func entityTagIsAQuotedNumber(number: Int) {
        var headers: ResponseHeaders = ["Link": "</a>; rel=\"b:c\""]
        headers.addEntityTag(number)
        headers.add("ETag", "later")
        #expect(headers["etag"] == "\"\(number)\"")
        #expect(headers["link"] == "</a>; rel=\"b:c\"")
    }

    @Test
    func problemTextIsEscapedAsJSON() {
        let problem = HTTPProblem(422, "rejected", "It was “rejected”.", detail: "a\"b\\c\nd\u{1}")
        #expect(
            String(decoding: problem.response.body, as: UTF8.self)
                == #"{"type":"/problems/rejected","code":"rejected","title":"It was “rejected”.","status":422,"#
                + #""detail":"a\"b\\c\nd\u0001"}"#
        )
    }

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    ])
    func dateHasTheFormatOfHTTP(seconds: Int, text: String) { #expect(HTTPDate.text(seconds) == text) }

    @Test(arguments: [(0, "0"), (9, "9"), (15, "f"), (16, "10"), (4096, "1000"), (65_535, "ffff")])
    func numbersAreWrittenInHexadecimalAndDecimal(number: Int, text: String) {
        let block = OutputBlock(capacity: 32)
        block.append(hexadecimal: number)
        block.append(.space)
        block.append(decimal: number)
        #expect(String(decoding: block.bytes, as: UTF8.self) == "\(text) \(number)")
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:80"), ("0.0.0.0", "0.0.0.0:80"), ("255.100.99.10", "255.100.99.10:80"),
        ("255.255.255.255", "255.255.255.255:80"), ("9.10.109.200", "9.10.109.200:80"), ("::1", "[::1]:80"),
        ("fe80::1:2", "[fe80::1:2]:80"), ("localhost", nil), ("", nil),
    ])
    func addressesAreParsedAndFormatted(host: String, text: String?) {
        #expect(SocketAddress(host, port: 80)?.description == text)
    }
}
