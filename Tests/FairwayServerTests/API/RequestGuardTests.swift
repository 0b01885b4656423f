import Fairway
import Testing

@testable import FairwayHTTP
@testable import FairwayServer

/// Parsing preconditions and preferences of a request (`protocol.md`, sections 3 and 4.2).
struct RequestGuardTests {
    @Test(
        arguments: [
            ("If-Match: \"4\"", [4]), ("If-Match: \"4\", \"5\"", [4, 5]),
            ("If-Match: \"4\"\r\nIf-Match: \"5\"", [4, 5]), ("If-Match: *", nil), ("X: y", nil),
            ("If-Match: *\r\nIf-Match: *", nil), ("If-Match: \"4\", *", nil),
        ] as [(String, Set<Int>?)]
    )
    func ifMatchCombinesAllHeaderLines(_ fields: String, _ revisions: Set<Int>?) throws {
        #expect(try request(fields).guards().revisions == revisions)
    }

    @Test(arguments: [
        "\"+4\"", "\" 4\"", "\"4 \"", "\"04\"", "\"\"", "\"", "\"4", "4\"", "4", "W/\"4\"", "'4'", "\"\"4\"\"", "\"x\"",
        "\"99999999999999999999\"", "",
    ])
    func differentlySpelledTagMatchesNoRevision(_ tag: String) throws {
        #expect(try request("If-Match: \(tag)").guards().revisions == [])
        #expect(try request("If-Match: \(tag) ,\t\"5\"").guards().revisions == [5])
    }

    @Test(arguments: [
        ("If-None-Match: \"4\"", true), ("If-None-Match: W/\"4\"", true), ("If-None-Match: \"3\",\"4\"", true),
        ("If-None-Match: \"3\"\r\nIf-None-Match: \"4\"", true), ("If-None-Match: *", true),
        ("If-None-Match: \"3\"", false), ("X: y", false), ("If-None-Match: \" 4\"", false),
        ("If-None-Match: \"04\"", false),
    ])
    func ifNoneMatchCombinesAllHeaderLines(_ fields: String, _ isKnown: Bool) throws {
        #expect(try request(fields).knows(4) == isKnown)
    }

    @Test(
        arguments: [
            ("Prefer: wait=20", 20), ("Prefer: respond-async, wait=20", 20), ("Prefer: respond-async; wait=20", 20),
            ("Prefer: respond-async\r\nPrefer: wait=20", 20), ("Prefer: Wait = 20", 20),
            ("Prefer: wait=20, wait=5", 20), ("Prefer: wait=0", 0), ("Prefer: wait=60", 60), ("Prefer: wait=61", 60),
            ("Prefer: wait=99999999999999999999", 60), ("Prefer: wait=060", 60), ("Prefer: wait", nil),
            ("Prefer: wait=soon", nil), ("Prefer: wait=-1", nil), ("Prefer: wait=", nil), ("X: y", nil),
        ] as [(String, Int?)]
    )
    func preferWaitIsAtMostOneMinute(_ fields: String, _ seconds: Int?) throws {
        #expect(try request(fields).waitSeconds == seconds)
    }

    private func request(_ fields: String) throws -> Request {
        var parser = RequestParser(limits: HTTPLimits())
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n".utf8)
        let head = try bytes.withUnsafeBytes { bytes -> RequestHead? in
            var input = bytes
            guard case .head(let head) = try parser.next(&input) else { return nil }
            return head
        }
        let peer = try #require(SocketAddress("127.0.0.1", port: 1))
        return Request(head: try #require(head), body: [], id: RequestID(made: 1), peer: peer)
    }
}
