import FairwayWire

/// Records as lines: objects of JSON, or words for people.
struct LogLines: ~Copyable {
    enum Style: Sendable {
        case text
        case json
    }

    /// A text is shown up to this length; a path, say, could be as long as the longest request line.
    static let mostTextBytes = 1_024

    let style: Style
    private(set) var bytes: [UInt8] = []
    /// The object that is being written; its memory serves them all.
    private var line: JSONWriter

    init(_ style: Style) {
        self.style = style
        line = JSONWriter(reserving: style == .json ? 512 : 0)
    }

    mutating func append(_ event: LogEvent, at time: Timestamp) {
        switch style {
        case .text: appendText(event, time)
        case .json: appendJSON(event, time)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// `2026-03-01T12:00:00.250Z info request method=GET path=/healthz status=200`
    private mutating func appendText(_ event: LogEvent, _ time: Timestamp) {
        time.withText { bytes.append(contentsOf: $0) }
        append(" ")
        append(event.level.rawValue)
        append(" ")
        append(event.name)
        for field in event.fields {
            append(" ")
            append(field.key.rawValue)
            append("=")
            switch field {
            case .integer(_, let number): append(String(number))
            case .text(_, var text): text.withUTF8(Self.isPlain) ? append(text) : appendQuoted(text)
            }
        }
    }

    /// `{"time":"2026-03-01T12:00:00.250Z","level":"info","event":"request","method":"GET",…}`
    private mutating func appendJSON(_ event: LogEvent, _ time: Timestamp) {
        line.removeAll()
        line.beginObject()
        line.key("time")
        time.withText { line.string(utf8: $0) }
        line.key("level")
        line.string(event.level.rawValue)
        line.key("event")
        line.string(event.name.description)
        for field in event.fields {
            line.key(named: field.key.rawValue)
            switch field {
            case .integer(_, let number): line.int(number)
            case .text(_, var text):
                // Nearly every text is such a one, and needs no look at each of its characters.
                if text.withUTF8(Self.needsNoEscape) {
                    line.string(text)
                } else {
                    var quoted = LogLines(.text)
                    quoted.appendQuoted(text)
                    line.raw(RawJSON(known: quoted.bytes))
                }
            }
        }
        line.endObject()
        line.withBytes { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// What needs no quotes for a reader to see where it ends.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        !text.isEmpty && needsNoEscape(text) && !text.contains(UInt8(ascii: " "))
    }

    /// What stands within quotes as it is, and is not too long.
    private static func needsNoEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.count <= mostTextBytes
            && text.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// A string of JSON (RFC 8259, section 7), in which nothing is left that could end a line, drive a terminal or turn
    /// the direction of writing around.
    private mutating func appendQuoted(_ text: String) {
        append("\"")
        defer { append("\"") }
        let end = bytes.count + Self.mostTextBytes
        for scalar in text.unicodeScalars {
            guard bytes.count < end else {
                append("…")
                break
            }
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            default: Self.isSafe(scalar) ? append(String(scalar)) : appendEscaped(scalar)
            }
        }
    }

    /// Not control (C0, DEL, C1), not a format character such as U+202E, not a line or paragraph separator.
    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }

    /// In UTF-16, as JSON has it: two escapes for what lies beyond U+FFFF.
    private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            append("\\u")
            append(String(repeating: "0", count: 4 - digits.count))
            append(digits)
        }
    }
}

extension LogEvent.Field {
    fileprivate var key: LogKey {
        switch self {
        case .text(let key, _), .integer(let key, _): key
        }
    }
}
