import Testing

@testable import FairwayHTTP

/// What is read from a request's fields when it is asked for.
struct RequestTests {
    @Test(arguments: [
        ("Authorization: Bearer abc", "abc"),
        ("authorization: bearer abc", "abc"),
        ("AUTHORIZATION: bEaReR   abc", "abc"),
        ("Authorization: Bearer abc def", "abc def"),
        ("Authorization: Bearer abc \t", "abc"),
        ("Authorization: Bearer \tabc", "\tabc"),
        ("Authorization: Bearer one\r\nAuthorization: Bearer two", "one"),
        ("Authorization: Basic one\r\nAuthorization: Bearer two", nil),
        ("Authorization: Bearer\tabc", nil),
        ("Authorization: Bearer", nil),
        ("Authorization: Bearer  ", nil),
        ("Authorization: Bearerabc", nil),
        ("Authorization: abc", nil),
        ("Authorization:", nil),
        ("Proxy-Authorization: Bearer abc", nil),
    ])
    func theTokenIsWhatStandsBehindTheScheme(_ fields: String, _ token: String?) throws {
        #expect(try request(fields).bearerToken == token)
    }

    @Test func aTokenThatIsNoTextIsOneThatNobodyHas() throws {
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
    func theMediaTypeIsInLowerCaseAndWithoutParameters(_ fields: String, _ type: String?) throws {
        #expect(try request(fields).mediaType == type)
    }

    private func request(_ fields: String) throws -> Request { try request(Array(fields.utf8)) }

    private func request(_ fields: [UInt8]) throws -> Request {
        var parser = RequestParser(limits: Limits())
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
