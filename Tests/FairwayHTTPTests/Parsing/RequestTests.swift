import Testing

@testable import FairwayHTTP

/// The values that a request decodes from its header fields.
struct RequestTests {
    @Test(arguments: [
        ("Authorization: Bearer abc", "abc"),
        ("authorization: bearer abc", "abc"),
        ("AUTHORIZATION: bEaReR   abc", "abc"),
        ("Authorization: Bearer abc def", "abc def"),
        ("Authorization: Bearer abc \t", "abc"),
        ("Authorization: Bearer \tabc", "\tabc"),
        ("Authorization: Basic one", nil),
        ("Authorization: Bearer\tabc", "\tabc"),
        ("Authorization: Bearer", ""),
        ("Authorization: bearer  ", ""),
        ("Authorization: Bearerabc", ""),
        ("Authorization: bearer,abc", ""),
        ("Authorization: abc", nil),
        ("Authorization:", nil),
        ("Proxy-Authorization: Bearer abc", nil),
    ])
    func bearerTokenFollowsTheScheme(_ fields: String, _ token: String?) throws {
        #expect(try request(fields).bearerToken == token)
    }

    @Test func invalidUTF8InATokenIsReplaced() throws {
        #expect(try request("Authorization: Bearer a\u{FFFD}".utf8 + [0xFF]).bearerToken == "a\u{FFFD}\u{FFFD}")
    }

    @Test(arguments: [
        ("Content-Type: application/json", "application/json"),
        ("content-type:application/json", "application/json"),
        ("Content-Type: Application/JSON", "application/json"),
        ("Content-Type: application/json; charset=utf-8", "application/json"),
        ("Content-Type: application/jsonp", "application/jsonp"),
        ("Content-Type: application/jso", "application/jso"),
        ("Content-Type: Text/HTML ;x=y", "text/html"),
        ("Accept: application/json", nil),
    ])
    func mediaTypeIsLowerCasedWithoutParameters(_ fields: String, _ type: String?) throws {
        #expect(try request(fields).mediaType == type)
        let field = try request(fields)[.contentType]
        #expect(try request(fields).isJSON == (type == "application/json" && field?.contains(";") == false))
    }

    @Test(
        arguments: [
            ("", []), (",", []), (" , \t,", []), ("a", ["a"]), (" a\t", ["a"]), ("a,b", ["a", "b"]),
            (",a,, b ;c=d ,\t,e", ["a", "b ;c=d", "e"]), ("\"a,b\"", ["\"a", "b\""]),
        ] as [(String, [String])]
    )
    func elementsOfAListAreTrimmedAndNotEmpty(_ list: String, _ elements: [String]) {
        let found = Array(list.utf8).withUnsafeBytes { bytes in
            bytes.listElements().map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(found == elements)
    }

    @Test(
        arguments: [
            ("", false, ""), ("abc", false, "abc"), ("a+b", false, "a+b"), ("a+b", true, "a b"),
            ("a%2Bb+", true, "a+b "),
            ("%C3%BC", false, "ü"), ("ü", false, "ü"), ("%C3", false, nil), ("%00", false, nil), ("a\0", false, nil),
            ("a\0", true, nil), ("%4", false, nil), ("%4g", false, nil),
        ] as [(String, Bool, String?)]
    )
    func escapesAreDecodedToValidTextWithoutNUL(_ text: String, _ plusIsSpace: Bool, _ decoded: String?) {
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBytes { PercentDecoding.text($0, plusIsSpace: plusIsSpace) } == decoded)
    }

    @Test func invalidUTF8WithoutEscapesIsNoText() {
        let bytes: [UInt8] = [0x61, 0xC3]
        #expect(bytes.withUnsafeBytes { PercentDecoding.text($0) } == nil)
    }

    @Test(arguments: [(1, "000000000000001"), ((1 << 60) - 1, "fffffffffffffff")] as [(UInt64, String)])
    func madeRequestIDHasFifteenDigits(number: UInt64, text: String) {
        #expect(RequestID(made: number).description == text)
    }

    @Test(
        arguments: [
            ("If-Match: \"1\"", "if-match", "\"1\""),
            ("If-Match: \"1\"\r\nX: y\r\nIF-MATCH: \"2\", \"3\"", "if-match", "\"1\", \"2\", \"3\""),
            ("Prefer: respond-async\r\nPrefer: wait=5", "prefer", "respond-async, wait=5"),
            ("Via: a\r\nVia: b\r\nVia: c", "via", "a, b, c"),
            ("Via: a\r\nVib: b", "via", "a"),
            ("Via:\r\nVia: b", "via", ", b"),
            ("Vib: b", "via", nil),
        ] as [(String, HeaderName, String?)]
    )
    func repeatedFieldsFormOneList(_ fields: String, _ name: HeaderName, _ value: String?) throws {
        #expect(try request(fields)[name] == value)
    }

    @Test(arguments: [
        ("Accept-Encoding: br\r\nAccept-Encoding: gzip", true),
        ("Accept-Encoding: *\r\nX: y\r\nAccept-Encoding: gzip;q=0", false),
        ("Accept-Encoding: br\r\nAccept-Charset: gzip", false),
    ])
    func acceptEncodingIsReadFromAllLines(_ fields: String, _ allowed: Bool) throws {
        #expect(try request(fields).acceptsGzip == allowed)
    }

    @Test(arguments: [
        ("Expect: 100-continue", true), ("Expect: 100-Continue\r\nExpect: more", true),
        ("Expect: more, 100-continue", true), ("Expect: more", false), ("Expect:", false),
    ])
    func expectIsReadFromAllLines(_ fields: String, _ expectsContinue: Bool) throws {
        #expect(try request(fields).head.expectsContinue == expectsContinue)
    }

    private func request(_ fields: String) throws -> Request { try request(Array(fields.utf8)) }

    private func request(_ fields: [UInt8]) throws -> Request {
        var parser = RequestParser(limits: HTTPLimits())
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n".utf8) + fields + Array("\r\n\r\n".utf8)
        let head = try bytes.withUnsafeBytes { bytes -> RequestHead? in
            var input = bytes
            guard case .head(let head) = try parser.next(&input) else { return nil }
            return head
        }
        let peer = try #require(SocketAddress("127.0.0.1", port: 1))
        return Request(head: try #require(head), body: [], id: RequestID(made: 1), peer: peer)
    }
}
