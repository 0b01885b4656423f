struct LineEditor: Hashable, Sendable {
    private(set) var text: String
    /// The number of characters before the cursor.
    private(set) var cursor: Int

    static let mostCharacters = 4_096

    /// Creates a line with the cursor at its end.
    init(_ text: String = "") {
        self.text = String(text.prefix(Self.mostCharacters))
        cursor = self.text.count
    }

    var before: Substring { text.prefix(cursor) }

    /// Handles a key. Returns false if the key has no meaning for a line.
    mutating func take(_ key: Key) -> Bool {
        let after = text.dropFirst(cursor)
        switch key {
        case .character(let character): insert(character)
        case .backspace: replace(before.dropLast(), after)
        case .delete: replace(before, after.dropFirst())
        case .deleteLine: replace("", after)
        case .deleteWord: replace(before.withoutLastWord, after)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .home: cursor = 0
        case .end: cursor = text.count
        default: return false
        }
        return true
    }

    private mutating func insert(_ character: Character) {
        guard text.count < Self.mostCharacters else { return }
        // A combining mark joins the character before it, so count the characters again.
        let typed = String(before) + String(character)
        let after = text.dropFirst(cursor)
        cursor = typed.count
        text = typed + after
    }

    private mutating func replace(_ before: Substring, _ after: Substring) {
        cursor = before.count
        text = String(before) + String(after)
    }
}

extension Substring {
    fileprivate var withoutLastWord: Substring {
        var rest = self
        while rest.last?.isWhitespace == true { rest.removeLast() }
        while let last = rest.last, !last.isWhitespace { rest.removeLast() }
        return rest
    }
}

struct LineBuffer: Hashable, Sendable {
    private var bytes: [UInt8] = []
    private var isAtEnd = false

    private static let longestLine = 64 * 1_024

    var isOver: Bool { isAtEnd && bytes.isEmpty }

    /// Appends bytes. An empty array marks the end of the input.
    mutating func take(_ more: [UInt8]) {
        if more.isEmpty { isAtEnd = true }
        bytes += more
    }

    /// The next complete line. At the end of the input, the rest counts as a line.
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
