import Fairway
import FairwayTesting
import FairwayWire
import Foundation
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
            subject: nil,
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
            subject: SessionSubject(session: "01hf7yat000c", flow: "Harbour", user: "ada"),
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
        #expect(words.contains("session=01hf7yat000c"))
        #expect(words.contains("flow=Harbour"))
        #expect(words.contains("user=\(LogLines.hash(ofUser: "ada"))"))
        #expect(words.contains("status=200") == (status == 200))
    }

    @Test(
        arguments: [
            (WorkOutcome.done, nil), (.declined(reason: "no funds"), .info),
            (.again(at: .now, error: "down"), .warning),
            (.givenUp(error: "down"), .error),
        ] as [(WorkOutcome, LogLevel?)]
    )
    func declinedJobIsLoggedAsResult(_ outcome: WorkOutcome, level: LogLevel?) throws {
        let item = WorkItem(
            id: "j1",
            kind: .job,
            node: "f1",
            name: "Charge",
            payload: try RawJSON(encoding: 1),
            due: .now,
            request: "request-7"
        )
        let event = LogEvent.attempted(StoredWork(session: "s", item: item, flow: "Shop", user: "ada"), outcome)
        #expect(event?.level == level)
        guard let event else { return }
        var lines = LogLines(.text)
        lines.append(event, at: Timestamp(microsecondsSince1970: 0))
        let line = String(decoding: lines.bytes, as: UTF8.self)
        #expect(line.contains(" queue=\(item.queue.label) attempts=0 cause="))
        let hash = LogLines.hash(ofUser: "ada")
        #expect(line.hasSuffix(" request=request-7 session=s flow=Shop user=\(hash)\n"))
    }

    @Test(arguments: [LogLines.Style.text, .json])
    func lineOfTheAppHasItsFieldsBesideThoseOfTheServer(_ style: LogLines.Style) throws {
        let lines = RecordedLog()
        let engine = try Engine(App(initial: Harbour(), parts: []), store: MemoryStore(), observers: [lines])
        AppContext(engine, request: "r1").log.warning("charged \"twice\"", ["amount": 12, "request": "mine"])
        var written = LogLines(style)
        written.append(.app(try #require(lines.lines.first)), at: Timestamp(microsecondsSince1970: 0))
        let expected =
            switch style {
            case .text:
                #"1970-01-01T00:00:00.000Z warning app log message="charged \"twice\"" amount=12 app.request=mine request=r1"#
            case .json:
                #"{"time":"1970-01-01T00:00:00.000Z","level":"warning","event":"app log","message":"charged \"twice\"","#
                    + #""amount":"12","app.request":"mine","request":"r1"}"#
            }
        #expect(String(decoding: written.bytes, as: UTF8.self) == expected + "\n")
    }

    @Test func fieldsOfTheAppHaveNamesOfTheirOwn() throws {
        let lines = RecordedLog()
        let engine = try Engine(App(initial: Harbour(), parts: []), store: MemoryStore(), observers: [lines])
        AppContext(engine, request: "r1").log.info("x", ["message": 1, "app.message": 2, "": 3, "app.flow": 4])
        var written = LogLines(.text)
        written.append(.app(try #require(lines.lines.first)), at: Timestamp(microsecondsSince1970: 0))
        let text = String(decoding: written.bytes, as: UTF8.self)
        #expect(text.hasSuffix(" message=x app.app.message=1 app.message=2 _=3 app.flow=4 request=r1\n"), "\(text)")
    }

    @Test func usersAreHashedUnlessTheyAreShown() {
        func line(showsUsers: Bool) -> String {
            var lines = LogLines(.text, showsUsers: showsUsers)
            lines.append(LogEvent(.info, "x") { $0.add(user: "ada") }, at: Timestamp(microsecondsSince1970: 0))
            return String(decoding: lines.bytes, as: UTF8.self)
        }
        #expect(line(showsUsers: true).hasSuffix(" user=ada\n"))
        // SHA-256 of `ada`, of which the first half of 16 digits is enough to tell users apart.
        #expect(line(showsUsers: false).hasSuffix(" user=fdee430d40bd57de\n"))
    }

    @Test func onlySessionThatWasOpenedIsLogged() async throws {
        let harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        func logged(_ action: String, _ token: String?) async throws -> String? {
            let change = Change.action(name: action, params: nil, screen: nil, draft: nil)
            let caller = Caller(.token(try #require(token)))
            return Response(await harbour.engine.perform(change, on: begun.session, by: caller)).subject.flatMap {
                ($0 as? SessionSubject)?.session
            }
        }
        #expect(try await logged("callPilot", begun.token) == begun.session)
        #expect(try await logged("sink", begun.token) == begun.session)
        #expect(try await logged("callPilot", "guessed") == nil)
    }
}
