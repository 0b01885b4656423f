import Testing

@testable import FairwayServer

struct LogLinesTests {
    private static let noon = Timestamp(microsecondsSince1970: 1_772_366_400_250_999)

    @Test func textRecordIsOneLineInOrder() {
        let event = LogEvent(.info, "listening") {
            $0.add(.address, "[::1]:8080")
            $0.add(.count, -3)
        }
        #expect(line(event, .text) == "2026-03-01T12:00:00.250Z info listening address=[::1]:8080 count=-3\n")
    }

    @Test func jsonRecordIsOneObjectInOrder() {
        let event = LogEvent(.error, "listening") {
            $0.add(.address, "[::1]:8080")
            $0.add(.count, -3)
        }
        let expected = #"""
            {"time":"2026-03-01T12:00:00.250Z","level":"error","event":"listening","address":"[::1]:8080","count":-3}

            """#
        #expect(line(event, .json) == expected)
    }

    @Test(arguments: [
        ("plain", "plain"),
        ("", #""""#),
        ("two words", #""two words""#),
        ("a=\"b\"", #""a=\"b\"""#),
        ("back\\slash", #""back\\slash""#),
        ("a\r\nb\tc", #""a\r\nb\tc""#),
        ("\u{1B}[31m\u{0}\u{7F}", #""\u001b[31m\u0000\u007f""#),
        ("\u{85}\u{9B}", #""\u0085\u009b""#),
        ("\u{2028}\u{202E}\u{2066}\u{FEFF}", #""\u2028\u202e\u2066\ufeff""#),
        ("\u{E0001}", #""\udb40\udc01""#),
        ("Ærø 👋", #""Ærø 👋""#),
    ])
    func textCannotEndLineOrControlTerminal(text: String, shown: String) {
        #expect(line(LogEvent(.info, "a") { $0.add(.address, text) }, .text).hasSuffix(" address=\(shown)\n"))
        let json = line(LogEvent(.info, "a") { $0.add(.address, text) }, .json)
        #expect(json.hasSuffix(#","address":\#(shown == text ? "\"\(text)\"" : shown)}"# + "\n"))
    }

    @Test(arguments: 0..<20)
    func everyByteIsCheckedForEscapes(before count: Int) {
        let escaped = [
            ("\u{7F}", #"\u007f"#), ("\u{1F}", #"\u001f"#), ("\u{85}", #"\u0085"#), ("\u{202E}", #"\u202e"#),
        ]
        for (character, shown) in escaped + [("\"", #"\""#), ("\\", #"\\"#), ("~", "~")] {
            let (start, end) = (String(repeating: "a", count: count), String(repeating: "~", count: 19 - count))
            let event = LogEvent(.info, "a") { $0.add(.address, start + character + end) }
            let quoted = "\"\(start)\(shown)\(end)\""
            #expect(line(event, .json).hasSuffix(#","address":\#(quoted)}"# + "\n"))
            #expect(line(event, .text).hasSuffix(" address=\(character == "~" ? start + "~" + end : quoted)\n"))
        }
    }

    @Test func eachRecordIsSeparateLine() {
        var lines = LogLines(.json)
        let short = LogEvent(.error, "b") { $0.add(.count, 2) }
        let long = LogEvent(.info, "a") {
            $0.add(.address, String(repeating: "a", count: 1_000))
            $0.add(.cause, "\"")
        }
        lines.append(long, at: Self.noon)
        lines.append(short, at: Self.noon)
        let text = String(decoding: lines.bytes, as: UTF8.self)
        #expect(text == line(long, .json) + line(short, .json))
    }

    @Test func longTextIsTruncated() {
        let text = String(repeating: "a", count: LogLines.mostTextBytes)
        #expect(line(LogEvent(.info, "a") { $0.add(.address, text) }, .text).hasSuffix("=\(text)\n"))
        #expect(line(LogEvent(.info, "a") { $0.add(.address, text + "b") }, .text).hasSuffix("=\"\(text)…\"\n"))
    }

    private func line(_ event: LogEvent, _ style: LogLines.Style) -> String {
        var lines = LogLines(style)
        lines.append(event, at: Self.noon)
        return String(decoding: lines.bytes, as: UTF8.self)
    }
}
