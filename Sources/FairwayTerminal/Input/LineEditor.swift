/// A line that is being typed.
struct LineEditor: Hashable, Sendable {
    private(set) var text: String
    /// How many characters stand before the cursor.
    private(set) var cursor: Int

    /// The most characters that a line takes: more than any field needs, and no more than a screen can hold.
    static let mostCharacters = 4_096

    /// A line that holds something already; the cursor stands at its end.
    init(_ text: String = "") {
        self.text = String(text.prefix(Self.mostCharacters))
        cursor = self.text.count
    }

    /// What stands before the cursor.
    var before: Substring { text.prefix(cursor) }

    /// Takes a key. False when it means nothing to a line.
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
        // A mark joins the character before it, so that what stands before the cursor is counted, not added to.
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
