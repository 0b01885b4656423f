/// Reads server-sent events out of bytes as they come (https://html.spec.whatwg.org/multipage/server-sent-events.html,
/// section 9.2.6), as far as Fairway sends them: UTF-8, `event`, `data`, `id`.
struct EventParser {
    /// How long a line may be, so that a server gone mad does not fill the memory.
    static let longestLine = 4 * 1024 * 1024

    private var line: [UInt8] = []
    private var event = Event()
    private var lastWasReturn = false

    /// One event.
    struct Event: Hashable, Sendable {
        var name = "message"
        var data = ""
        var id: String?
    }

    /// The stream is none, or one whose lines have no end.
    struct Unreadable: Error {}

    /// The events that are complete with these bytes.
    mutating func read(_ bytes: some Sequence<UInt8>) throws(Unreadable) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            // CR, LF and CRLF all end a line.
            let isReturn = byte == 0x0D
            let isEnd = isReturn || byte == 0x0A
            defer { lastWasReturn = isReturn }
            if byte == 0x0A, lastWasReturn { continue }
            guard isEnd else {
                guard line.count < Self.longestLine else { throw Unreadable() }
                line.append(byte)
                continue
            }
            if let complete = endLine() { events.append(complete) }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else {
            defer { event = Event() }
            return event.data.isEmpty ? nil : event
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        let name = String(decoding: line[..<colon], as: UTF8.self)
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch name {
        case "event": event.name = text
        case "data": event.data += event.data.isEmpty ? text : "\n" + text
        case "id": event.id = text
        default: break
        }
        return nil
    }
}
