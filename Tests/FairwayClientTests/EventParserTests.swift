import Testing

@testable import FairwayClient

struct EventParserTests {
    @Test(arguments: [
        ("event: state\nid: 4\ndata: {}\n\n", [EventParser.ServerSentEvent(name: "state", data: "{}", id: "4")]),
        ("data:a\r\ndata: b\r\n\r\n", [EventParser.ServerSentEvent(data: "a\nb")]),
        (": a comment\n\ndata: x\n\n", [EventParser.ServerSentEvent(data: "x")]),
        (
            "retry: 5\ndata: x\r\rdata: y\n\n",
            [EventParser.ServerSentEvent(data: "x"), EventParser.ServerSentEvent(data: "y")]
        ),
        ("data: not yet", []),
        ("event: superseded\n\n", []),
        ("data\n\ndata: é\n\n", [EventParser.ServerSentEvent(data: "é")]),
    ])
    func eventsDoNotDependOnHowTheBytesAreSplit(_ text: String, _ events: [EventParser.ServerSentEvent]) throws {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var parser = EventParser()
            #expect(try parser.read(bytes[..<cut]) + parser.read(bytes[cut...]) == events, "cut at \(cut)")
        }
    }

    @Test func endlessLineIsRefused() throws {
        var parser = EventParser()
        parser.largestEvent = 100
        #expect(try parser.read(repeatElement(UInt8(ascii: "x"), count: 100)) == [])
        #expect(throws: EventParser.TooLarge.self) { try parser.read([UInt8(ascii: "x")]) }
    }

    @Test func sizeOfAnEventIsThatOfAllItsLines() throws {
        let line = Array("data: 45678901234567890\n".utf8)
        var parser = EventParser()
        parser.largestEvent = 70
        for _ in 0..<2 {
            for _ in 0..<3 { #expect(try parser.read(line) == []) }
            #expect(try parser.read([0x0A]).map(\.data.utf8.count) == [3 * 17 + 2])
        }
        #expect(throws: EventParser.TooLarge.self) { for _ in 0..<4 { _ = try parser.read(line) } }
    }
}
