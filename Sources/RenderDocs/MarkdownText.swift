/// The text of a paragraph, a heading or a cell.
struct MarkdownText: Equatable {
    let parts: [Part]

    indirect enum Part: Equatable {
        case text(String)
        case code(String)
        case strong([Part])
        case emphasis([Part])
        case link(target: String, [Part])
    }

    init(_ lines: [Substring], at number: Int) throws(MarkdownError) {
        var parser = TextParser(lines.joined(separator: "\n"), at: number)
        parts = try parser.parts()
    }

    /// The text without its markup.
    var plain: String { Self.plain(parts) }

    private static func plain(_ parts: [Part]) -> String {
        parts.map { part in
            switch part {
            case .text(let text), .code(let text): text
            case .strong(let parts), .emphasis(let parts), .link(_, let parts): plain(parts)
            }
        }.joined()
    }

    /// The anchor that GitHub derives from a heading: lower case, hyphens for spaces, no punctuation.
    var anchor: String {
        String(
            plain.lowercased().compactMap { character in
                if character == " " { return "-" }
                return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
            }
        )
    }

    /// The first link.
    var link: (target: String, text: String)? {
        for case .link(let target, let parts) in parts { return (target, Self.plain(parts)) }
        return nil
    }
}

/// Reads the parts of a text.
private struct TextParser {
    private var rest: Substring
    private let line: Int

    init(_ text: String, at line: Int) {
        rest = text[...]
        self.line = line
    }

    /// - Parameter end: The mark that ends the parts, or an empty text for the end of all.
    mutating func parts(until end: String = "") throws(MarkdownError) -> [MarkdownText.Part] {
        var parts: [MarkdownText.Part] = []
        var text = ""
        func flush() {
            if !text.isEmpty { parts.append(.text(text)) }
            text = ""
        }
        while let character = rest.first {
            if !end.isEmpty, rest.hasPrefix(end) {
                rest.removeFirst(end.count)
                flush()
                return parts
            }
            if let part = try part(beginningWith: character) {
                flush()
                parts.append(part)
            } else {
                if character == "\\", let next = rest.dropFirst().first, next.isPunctuation || next.isSymbol {
                    rest.removeFirst()
                }
                text.append(rest.removeFirst())
            }
        }
        guard end.isEmpty else { throw error("\(end) is missing") }
        flush()
        return parts
    }

    /// Nil for a character that stands for itself.
    private mutating func part(beginningWith character: Character) throws(MarkdownError) -> MarkdownText.Part? {
        switch character {
        case "`": return .code(try code())
        case "*" where rest.hasPrefix("**"):
            rest.removeFirst(2)
            return .strong(try parts(until: "**"))
        case "*" where rest.dropFirst().first.map { !$0.isWhitespace } == true:
            rest.removeFirst()
            return .emphasis(try parts(until: "*"))
        case "[":
            let start = rest
            rest.removeFirst()
            let text = try parts(until: "]")
            guard rest.hasPrefix("("), let end = rest.firstIndex(of: ")") else {
                // Brackets that are not a link.
                rest = start
                return nil
            }
            let target = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
            return .link(target: target, text)
        case "!" where rest.hasPrefix("!["): throw error("the docs on the server have no pictures")
        case "<" where rest.dropFirst().first.map { $0.isLetter || "/!".contains($0) } == true:
            throw error("HTML is not allowed; put it in backquotes")
        default: return nil
        }
    }

    private mutating func code() throws(MarkdownError) -> String {
        let mark = rest.prefix { $0 == "`" }
        rest.removeFirst(mark.count)
        guard let end = rest.firstRange(of: mark) else { throw error("\(mark) is missing") }
        let text = String(rest[..<end.lowerBound]).replacing("\n", with: " ")
        rest = rest[end.upperBound...]
        return mark.count > 1 ? text.trimmed : text
    }

    private func error(_ message: String) -> MarkdownError { MarkdownError(line: line, message: message) }
}
