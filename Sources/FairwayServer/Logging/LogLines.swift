import FairwayWire

/// Records as lines: objects of JSON, or words for people.
struct LogLines: ~Copyable {
    enum Style: Sendable {
        case text
        case json
    }

    /// A text is shown up to this length; a path, say, could be as long as the longest request line.
    static let mostTextBytes = 1_024

    private let style: Style
    /// The lines, of both styles.
    private var lines: JSONWriter

    init(_ style: Style) {
        self.style = style
        lines = JSONWriter(reserving: 4_096)
    }

    /// The lines so far.
    var bytes: [UInt8] { lines.bytes }

    /// Adds a record: `2026-03-01T12:00:00.250Z info request method=GET path=/healthz status=200`, or
    /// `{"time":"2026-03-01T12:00:00.250Z","level":"info","event":"request","method":"GET",…}`.
    mutating func append(_ event: LogEvent, at time: Timestamp) {
        switch style {
        case .text:
            time.withText { lines.append($0) }
            append(" ")
            append(event.level.rawValue)
            append(" ")
            append(event.name)
            event.addFacts(to: &self)
        case .json:
            lines.beginObject()
            lines.key("time")
            time.withText { lines.string(utf8: $0) }
            lines.key("level")
            lines.string(event.level.rawValue)
            lines.key("event")
            event.name.withUTF8Buffer { lines.string(utf8: $0) }
            event.addFacts(to: &self)
            lines.endObject()
        }
        lines.endLine()
    }

    /// Adds a count, a status, a time in the key's unit to the line that is being written.
    mutating func add(_ key: LogKey, _ number: Int) {
        switch style {
        case .text:
            appendKey(key)
            append(String(number))
        case .json:
            lines.key(key.name)
            lines.int(number)
        }
    }

    /// Adds a name, an address to the line that is being written: escaped, and cut where it is very long.
    mutating func add(_ key: LogKey, _ text: String) {
        var text = text
        switch style {
        case .text:
            appendKey(key)
            text.withUTF8(Self.isPlain) ? append(text) : appendQuoted(text)
        case .json:
            lines.key(key.name)
            // Nearly every text is such a one, and needs no look at each of its characters.
            if text.withUTF8(Self.needsNoEscape) {
                lines.string(text)
            } else {
                var quoted = LogLines(.text)
                quoted.appendQuoted(text)
                lines.raw(RawJSON(known: quoted.bytes))
            }
        }
    }

    private mutating func appendKey(_ key: LogKey) {
        append(" ")
        append(key.name)
        append("=")
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { lines.append($0) }
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { lines.append($0) }
    }

    /// What needs no quotes for a reader to see where it ends.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        !text.isEmpty && needsNoEscape(text) && !text.contains(UInt8(ascii: " "))
    }

    /// What stands within quotes as it is, and is not too long.
    private static func needsNoEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count <= mostTextBytes else { return false }
        let bytes = UnsafeRawBufferPointer(text)
        let whole = text.count & ~7
        var special: UInt64 = 0
        for offset in stride(from: 0, to: whole, by: 8) {
            special |= Self.special(in: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        var rest: UInt64 = 0x2020_2020_2020_2020
        for byte in bytes[whole...] { rest = rest << 8 | UInt64(byte) }
        return special | Self.special(in: rest) == 0
    }

    /// Not zero if one of eight bytes is to be escaped: what JSON wants escaped, DEL, and whatever is not ASCII.
    private static func special(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Adding one sets the high bit of a lane of 0x7F, and no lane below 0x80 runs over.
        let delete = (word & (ones &* 0x7F)) &+ ones
        return JSONWriter.special(in: word) | ((word | delete) & (ones &* 0x80))
    }

    /// A string of JSON (RFC 8259, section 7), in which nothing is left that could end a line, drive a terminal or turn
    /// the direction of writing around.
    private mutating func appendQuoted(_ text: String) {
        append("\"")
        defer { append("\"") }
        let end = lines.withBytes(\.count) + Self.mostTextBytes
        for scalar in text.unicodeScalars {
            guard lines.withBytes(\.count) < end else {
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
