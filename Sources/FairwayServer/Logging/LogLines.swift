import Fairway
import FairwayWire
import Foundation

/// Formats log records as lines of text or JSON.
struct LogLines: ~Copyable {
    enum Style: Sendable {
        case text
        case json
    }

    /// The length at which texts are truncated.
    static let mostTextBytes = 1_024

    private let style: Style
    private let showsUsers: Bool
    private var lines: JSONWriter

    /// - Parameter showsUsers: Whether lines contain the ids of users, or hashes of them.
    init(_ style: Style, showsUsers: Bool = false) {
        self.style = style
        self.showsUsers = showsUsers
        lines = JSONWriter(reserving: 4_096)
    }

    var bytes: [UInt8] { lines.bytes }

    /// Removes all lines.
    mutating func removeAll() { lines.removeAll() }

    /// Appends a record: `2026-03-01T12:00:00.250Z info request method=GET path=/healthz status=200`, or
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

    /// Adds a number to the current line.
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

    /// Adds a text to the current line, escaped and truncated.
    mutating func add(_ key: LogKey, _ text: String) {
        switch style {
        case .text: appendKey(key)
        case .json: lines.key(key.name)
        }
        addValue(text)
    }

    private mutating func addValue(_ text: String) {
        var text = text
        switch style {
        case .text: text.withUTF8(Self.isPlain) ? append(text) : appendQuoted(text)
        case .json:
            // Most texts need no escape. Checking eight bytes at a time is cheaper than escaping each character.
            if text.withUTF8(Self.needsNoEscape) {
                lines.string(text)
            } else {
                var quoted = LogLines(.text)
                quoted.appendQuoted(text)
                lines.raw(RawJSON(known: quoted.bytes))
            }
        }
    }

    /// Adds a user to the current line. The hash is the same on every server, so that the lines of a user can be found.
    mutating func add(user: String) {
        add(.user, showsUsers ? user : Self.hash(ofUser: user))
    }

    /// The first 16 hexadecimal digits of SHA-256.
    static func hash(ofUser user: String) -> String {
        SHA256.hash(user.utf8).prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    private mutating func appendKey(_ key: LogKey) {
        append(" ")
        append(key.name)
        append("=")
    }

    /// The members of each line, and those of the app's own lines. A line has no member twice.
    private static let ownNames: Set = ["time", "level", "event", "message", "request", "session", "flow", "user"]

    /// Adds fields of the app's to the current line. The name of one begins with `app.` if it is one of the server's.
    mutating func add(_ fields: [AppLogLine.Field]) {
        for field in fields {
            var name = field.name
            while Self.ownNames.contains(name) || name != field.name && fields.contains(where: { $0.name == name }) {
                name = "app.\(name)"
            }
            switch style {
            case .text:
                append(" ")
                append(name)
                append("=")
            case .json: lines.key(named: name)
            }
            addValue(field.value)
        }
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { lines.append($0) }
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { lines.append($0) }
    }

    /// Whether a line of text can contain the value without quotes.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        !text.isEmpty && needsNoEscape(text) && !text.contains(UInt8(ascii: " "))
    }

    /// Whether the value can be written in quotes without escapes and without truncation.
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

    /// Non-zero if one of the eight bytes in the word is escaped by JSON, is DEL, or is not ASCII.
    private static func special(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Adding 1 sets the high bit of a lane that holds 0x7F; no lane overflows.
        let delete = (word & (ones &* 0x7F)) &+ ones
        return JSONWriter.special(in: word) | ((word | delete) & (ones &* 0x80))
    }

    /// Appends a JSON string (RFC 8259, section 7). Escapes everything that could end a line, control a terminal or
    /// change the writing direction.
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

    /// False for control and format characters such as U+202E, line and paragraph separators, and private-use and
    /// unassigned characters.
    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }

    /// Escapes each UTF-16 code unit, as JSON requires.
    private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            append("\\u")
            append(String(repeating: "0", count: 4 - digits.count))
            append(digits)
        }
    }
}

struct Timestamp: Equatable, Sendable {
    let microsecondsSince1970: Int64

    private static let dayNumberOf1970 = CivilDate(year: 1970, month: 1, day: 1).dayNumber

    init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    /// Calls `body` with the time in RFC 3339 format, in UTC, to the millisecond: `2026-03-01T12:00:00.250Z`. The bytes
    /// are valid only during the call. The year must have at most four digits.
    func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let (milliseconds, _) = Int(microsecondsSince1970).flooringDivision(by: 1_000)
        let (seconds, millisecond) = milliseconds.flooringDivision(by: 1_000)
        let (days, second) = seconds.flooringDivision(by: 86_400)
        let date = CivilDate(dayNumber: days + Self.dayNumberOf1970)
        assert((0...9_999).contains(date.year))
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
            var place = text.startIndex
            func put(_ number: Int, digits: Int, then separator: Unicode.Scalar) {
                var rest = number
                for digit in (place..<place + digits).reversed() {
                    text.initializeElement(at: digit, to: UInt8(ascii: "0") + UInt8(rest % 10))
                    rest /= 10
                }
                text.initializeElement(at: place + digits, to: UInt8(ascii: separator))
                place += digits + 1
            }
            put(date.year, digits: 4, then: "-")
            put(date.month, digits: 2, then: "-")
            put(date.day, digits: 2, then: "T")
            put(second / 3_600, digits: 2, then: ":")
            put(second / 60 % 60, digits: 2, then: ":")
            put(second % 60, digits: 2, then: ".")
            put(millisecond, digits: 3, then: "Z")
            return body(UnsafeBufferPointer(text))
        }
    }
}

extension Int {
    /// The quotient, rounded down, and the non-negative remainder.
    fileprivate func flooringDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Timestamp {
    static let system: @Sendable () -> Timestamp = {
        Timestamp(microsecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }
}
