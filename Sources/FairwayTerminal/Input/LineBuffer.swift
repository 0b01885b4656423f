/// Lines in bytes that come in pieces.
struct LineBuffer: Hashable, Sendable {
    private var bytes: [UInt8] = []
    private var isAtEnd = false

    /// The longest line: more than any field needs.
    private static let longestLine = 64 * 1_024

    /// Whether nothing comes any more.
    var isOver: Bool { isAtEnd && bytes.isEmpty }

    /// Takes bytes; none mean the end.
    mutating func take(_ more: [UInt8]) {
        if more.isEmpty { isAtEnd = true }
        bytes += more
    }

    /// The next line, when it is complete; at the end the rest is one.
    mutating func next() -> String? {
        if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            defer { bytes.removeSubrange(...end) }
            let line = bytes[..<end]
            return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
        guard !bytes.isEmpty, isAtEnd || bytes.count >= Self.longestLine else { return nil }
        defer { bytes.removeAll() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
