import Testing

@testable import FairwayHTTP
@testable import FairwayServer

struct LogEventTests {
    private static let requests: [(String?, Int, String?, LogLevel)] = [
        ("/v1/catalog", 200, nil, .info),
        ("/v1/sessions/{session}", 404, "no-such-session", .info),
        (nil, 404, "no-such-route", .info),
        (nil, 200, nil, .debug),
        (nil, 304, nil, .debug),
    ]

    @Test(arguments: requests)
    func staticFilesAreLoggedAtDebugLevel(_ route: String?, status: Int, code: String?, level: LogLevel) throws {
        let record = AccessRecord(
            method: .get,
            route: route,
            status: Status(status),
            code: code,
            cut: nil,
            bytes: 1,
            microseconds: 1,
            requestID: RequestID(made: 1),
            peer: try #require(SocketAddress("127.0.0.1", port: 1))
        )
        #expect(LogEvent.answered(record).level == level)
    }

    @Test(arguments: [200, nil])
    func cutResponseIsLoggedAsCut(status: Int?) throws {
        let record = AccessRecord(
            method: .get,
            route: "/v1/sessions/{session}/stream",
            status: status.map { Status($0) },
            code: nil,
            cut: .stalled,
            bytes: 1,
            microseconds: 1,
            requestID: RequestID(made: 1),
            peer: try #require(SocketAddress("127.0.0.1", port: 1))
        )
        var lines = LogLines(.text)
        lines.append(.answered(record), at: Timestamp(microsecondsSince1970: 0))
        let words = String(decoding: lines.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        #expect(words.contains("cut=stalled"))
        #expect(words.contains("status=200") == (status == 200))
    }
}
