import FairwayWire
import Foundation
import TestWaits
import Testing

/// Malicious requests, written as raw bytes. Each gets the answer in the table, no input appears in response headers,
/// and the server continues.
@Suite(.waiting)
struct HostileRequestTests {
    struct Row: Sendable {
        let name: String
        let bytes: [UInt8]
        let status: Int
        let code: String?

        init(_ name: String, _ status: Int, _ code: String?, _ head: String, host: String = "a", body: [UInt8] = []) {
            self.name = name
            self.status = status
            self.code = code
            let length = body.isEmpty ? "" : "Content-Length: \(body.count)\r\n"
            bytes = Array("\(head)\r\nHost: \(host)\r\nConnection: close\r\n\(length)\r\n".utf8) + body
        }

        /// A request to start a session, with `json` as its body.
        init(_ name: String, _ status: Int, _ code: String?, json: String) {
            self.init(name, status, code, "POST /v1/sessions HTTP/1.1", body: Array(json.utf8))
        }
    }

    static let paths = [
        Row("dots", 404, "no-such-route", "GET /../../etc/passwd HTTP/1.1"),
        Row("escaped dots", 404, "no-such-route", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1"),
        Row("escaped slashes", 404, "no-such-route", "GET /..%2f..%2fetc%2fpasswd HTTP/1.1"),
        Row("backslashes", 404, "no-such-route", "GET /..%5c..%5cetc%5cpasswd HTTP/1.1"),
        Row("twice escaped", 404, "no-such-route", "GET /%252e%252e/etc/passwd HTTP/1.1"),
        Row("two leading slashes", 404, "no-such-route", "GET //etc/passwd HTTP/1.1"),
        Row("NUL", 400, "malformed-request", "GET /index.html%00.js HTTP/1.1"),
        Row("overlong UTF-8", 400, "malformed-request", "GET /%c0%ae%c0%ae/etc/passwd HTTP/1.1"),
        Row("an escape cut short", 400, "malformed-request", "GET /%2 HTTP/1.1"),
        Row("markup in a code", 404, "no-such-route", "GET /problems/%3Cscript%3E HTTP/1.1"),
    ]

    static let bodies = [
        Row("a duplicate member", 400, "invalid-json", json: #"{"flow":"Counter","flow":"Home"}"#),
        Row("a duplicate member, escaped", 400, "invalid-json", json: #"{"flow":"Counter","fl\u006fw":"Home"}"#),
        Row("a lone surrogate", 400, "invalid-json", json: #"{"flow":"\ud800"}"#),
        Row("not a number", 400, "invalid-json", json: #"{"flow":"Parameters","input":{"fourth":NaN}}"#),
        Row("a huge exponent", 422, "invalid-input", json: #"{"flow":"Parameters","input":{"fourth":1e999999999}}"#),
        Row("more than an integer holds", 422, "invalid-input", json: big("9223372036854775808")),
        Row("sixty thousand digits", 422, "invalid-input", json: big(String(repeating: "9", count: 60_000))),
        Row("a tiny fraction", 422, "invalid-input", json: big("0." + String(repeating: "0", count: 60_000) + "1")),
        Row("a thousand brackets", 400, "json-too-deep", json: String(repeating: "[", count: 1_000)),
        Row("ten thousand braces", 400, "json-too-deep", json: String(repeating: #"{"a":"#, count: 10_000)),
        Row("depth in an unknown member", 400, "json-too-deep", json: #"{"x":\#(String(repeating: "[", count: 65))"#),
        Row("a byte order mark", 400, "invalid-json", json: "\u{FEFF}{}"),
        Row("two documents in one body", 400, "invalid-json", json: "{}{}"),
        Row("prototype", 201, nil, json: #"{"flow":"Counter","__proto__":{"admin":true}}"#),
        Row(
            "bytes that are no UTF-8",
            400,
            "invalid-json",
            start,
            body: Array(#"{"flow":""#.utf8) + [0xFF, 0x22, 0x7D]
        ),
        Row(
            "an overlong quote",
            400,
            "invalid-json",
            start,
            body: Array(#"{"flow":""#.utf8) + [0xC0, 0xA2, 0x22, 0x7D]
        ),
        // The server does not decompress bodies, so these are not JSON. The second body is a compressed bomb of ten
        // million spaces.
        Row("packed", 400, "invalid-json", "\(start)\r\nContent-Encoding: gzip", body: packed),
        Row("a bomb", 400, "invalid-json", "\(start)\r\nContent-Encoding: gzip", body: bomb),
    ]

    static let heads = [
        Row("a line break in a path", 401, "missing-token", "GET /v1/sessions/%0d%0aX-Evil:%201 HTTP/1.1"),
        Row("a request id with markup", 200, nil, "GET /healthz HTTP/1.1\r\nX-Request-Id: <X-Evil: 1>"),
        Row("a long request id", 200, nil, "GET /healthz HTTP/1.1\r\nX-Request-Id: X-Evil\(long)"),
        Row("a bare CR in a header", 400, "malformed-request", "GET /healthz HTTP/1.1\r\nX-Request-Id: a\rX-Evil: 1"),
        Row("an invalid traceparent", 200, nil, "GET /healthz HTTP/1.1\r\ntraceparent: X-Evil"),
        Row("a foreign X-Forwarded-Host", 201, nil, "POST /v1/sessions HTTP/1.1\r\nX-Forwarded-Host: X-Evil"),
        Row("a target on a foreign host", 201, nil, "POST http://x-evil/v1/sessions HTTP/1.1"),
        Row("a foreign Host", 201, nil, "POST /v1/sessions HTTP/1.1", host: "X-Evil"),
        Row("an invalid Host", 400, "malformed-request", "GET /healthz HTTP/1.1", host: "X-Evil/../@:"),
        Row("two hosts", 400, "malformed-request", "GET /healthz HTTP/1.1\r\nHost: X-Evil"),
        Row("an origin", 201, nil, "POST /v1/sessions HTTP/1.1\r\nOrigin: http://x-evil"),
        Row("a tunnel", 501, "not-implemented", "CONNECT x-evil:443 HTTP/1.1"),
    ]

    private static let tables = ["paths": paths, "bodies": bodies, "heads": heads]

    @Test(arguments: ["paths", "bodies", "heads"])
    func hostileRequestIsAnsweredAndServerContinues(table: String) async throws {
        try #require(Self.bomb.count > 9_000)
        let server = try await RunningServer()
        for row in try #require(Self.tables[table]) {
            let connection = try RawConnection(server)
            connection.send(row.bytes)
            let reply = try await connection.reply()
            let place: Comment = "\(row.name): \(String(decoding: reply.body.prefix(400), as: UTF8.self))"
            #expect(reply.status == row.status, place)
            if let code = row.code {
                #expect(reply["Content-Type"] == "application/problem+json", place)
                #expect(try JSON.decode(JSONValue.self, from: reply.body)["code"] == .string(code), place)
            }
            #expect(!reply.headers.contains { "\($0): \($1)".lowercased().contains("x-evil") }, place)
            #expect(reply["Set-Cookie"] == nil, place)
            #expect(!String(decoding: reply.body, as: UTF8.self).contains("root:"), place)
        }
        #expect(try await StartedSession("Counter", on: server).act("incrementButtonPressed").status == 200)
    }

    private static let start = "POST /v1/sessions HTTP/1.1"
    private static let long = String(repeating: "x", count: 129)

    private static func big(_ number: String) -> String { #"{"flow":"Parameters","input":{"fourth":\#(number)}}"# }

    /// The output of `gzip -9n` for `{"flow":"Counter"}`.
    private static let packed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x4A,
        0xCB, 0xC9, 0x2F, 0x57, 0xB2, 0x52, 0x72, 0xCE, 0x2F, 0xCD, 0x2B, 0x49, 0x2D,
        0x52, 0xAA, 0x05, 0x00, 0xF1, 0xEC, 0x2A, 0x10, 0x12, 0x00, 0x00, 0x00,
    ]

    /// The output of gzip for ten million spaces followed by `{"flow":"Counter"}`.
    private static let bomb = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return [UInt8]((try? Data(contentsOf: tests.appending(path: "Fixtures/bomb.json.gz"))) ?? Data())
    }()
}
