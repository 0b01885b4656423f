/// A part of a Markdown page.
indirect enum MarkdownBlock: Equatable {
    case heading(level: Int, MarkdownText)
    case paragraph(MarkdownText)
    case list(isOrdered: Bool, items: [[MarkdownBlock]])
    case table(header: [MarkdownText], rows: [[MarkdownText]])
    case code(language: String, text: String)
    /// A comment of one line, which readers do not see.
    case comment(String)

    /// The blocks of a page.
    static func all(in page: String) throws(MarkdownError) -> [MarkdownBlock] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        var parser = BlockParser(lines.enumerated().map { BlockParser.Line(number: $0.offset + 1, text: $0.element) })
        return try parser.blocks()
    }
}

/// Reads blocks from the lines of a page, or of an item of a list.
private struct BlockParser {
    struct Line {
        let number: Int
        let text: Substring

        var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
        var indentation: Int { text.prefix { $0 == " " }.count }
        /// The number of characters before the text of an item; nil for other lines.
        var itemMarker: Int? {
            if text.hasPrefix("- ") { return 2 }
            let digits = text.prefix(while: \.isWholeNumber)
            return !digits.isEmpty && text[digits.endIndex...].hasPrefix(". ") ? digits.count + 2 : nil
        }
        /// Whether a paragraph ends before the line. A number at the beginning of a line may belong to a sentence, unless it
        /// is 1.
        var beginsBlock: Bool {
            isBlank || ["#", "|", "```", "<!--", "- ", "1. "].contains(where: text.hasPrefix)
        }

        func dropping(_ count: Int) -> Line {
            Line(number: number, text: text.dropFirst(min(count, indentation)))
        }

        func error(_ message: String) -> MarkdownError { MarkdownError(line: number, message: message) }
    }

    private var lines: ArraySlice<Line>

    init(_ lines: [Line]) { self.lines = lines[...] }

    mutating func blocks() throws(MarkdownError) -> [MarkdownBlock] {
        var blocks: [MarkdownBlock] = []
        while let line = lines.first {
            if line.isBlank {
                lines.removeFirst()
            } else {
                blocks += try block(line)
            }
        }
        return blocks
    }

    private mutating func block(_ line: Line) throws(MarkdownError) -> [MarkdownBlock] {
        if line.text.hasPrefix("#") { return [try heading(line)] }
        if line.text.hasPrefix("```") { return [try code(line)] }
        if line.text.hasPrefix("<!--") { return try comment(line) }
        if line.text.hasPrefix("|") { return [try table(line)] }
        if line.itemMarker != nil { return [try list(line)] }
        if ["> ", "* ", "+ ", "---", "===", "<", "    "].contains(where: line.text.hasPrefix) {
            throw line.error("the renderer of the docs does not know this kind of block")
        }
        return [.paragraph(try MarkdownText(taking { !$0.beginsBlock }, at: line.number))]
    }

    private mutating func heading(_ line: Line) throws(MarkdownError) -> MarkdownBlock {
        lines.removeFirst()
        let marks = line.text.prefix { $0 == "#" }
        guard marks.count <= 4, line.text[marks.endIndex...].hasPrefix(" ") else {
            throw line.error("a heading has up to four #, and a space")
        }
        return .heading(
            level: marks.count,
            try MarkdownText([line.dropping(0).text.dropFirst(marks.count + 1)], at: line.number)
        )
    }

    private mutating func code(_ line: Line) throws(MarkdownError) -> MarkdownBlock {
        lines.removeFirst()
        let text = taking { !$0.text.hasPrefix("```") }.map(String.init).joined(separator: "\n")
        guard lines.popFirst() != nil else { throw line.error("the code block has no end") }
        return .code(language: String(line.text.dropFirst(3)), text: text)
    }

    /// Comments of several lines are for tests.
    private mutating func comment(_ line: Line) throws(MarkdownError) -> [MarkdownBlock] {
        var isOpen = true
        let text = taking { line in
            defer { isOpen = isOpen && !line.text.hasSuffix("-->") }
            return isOpen
        }
        guard !isOpen else { throw line.error("the comment has no end") }
        return text.count == 1 ? [.comment(text[0].dropFirst(4).dropLast(3).trimmed)] : []
    }

    private mutating func table(_ line: Line) throws(MarkdownError) -> MarkdownBlock {
        var rows: [[MarkdownText]] = []
        for (index, row) in taking(while: { $0.text.hasPrefix("|") }).enumerated() {
            let number = line.number + index
            guard index != 1 else {
                guard row.allSatisfy("|-: ".contains) else { throw line.error("the table has no line below its head") }
                continue
            }
            var cells: [MarkdownText] = []
            for cell in Self.cells(of: row) { cells.append(try MarkdownText([cell], at: number)) }
            rows.append(cells)
            guard cells.count == rows[0].count else {
                throw MarkdownError(
                    line: number,
                    message: "the row has \(cells.count) cells, the head \(rows[0].count)"
                )
            }
        }
        return .table(header: rows[0], rows: Array(rows.dropFirst()))
    }

    /// The cells between `|`. A cell contains `\|` for this character.
    private static func cells(of row: Substring) -> [Substring] {
        var cells: [Substring] = [""]
        var isEscaped = false
        for character in row.trimmed.dropFirst() {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                if character == "|" { cells[cells.count - 1].removeLast() }
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\"
        }
        return cells.dropLast().map { $0.trimmed[...] }
    }

    private mutating func list(_ line: Line) throws(MarkdownError) -> MarkdownBlock {
        let isOrdered = !line.text.hasPrefix("-")
        var items: [[MarkdownBlock]] = []
        while let first = lines.first, let marker = first.itemMarker, first.text.hasPrefix("-") != isOrdered {
            lines.removeFirst()
            var item = [Line(number: first.number, text: first.text.dropFirst(marker))]
            while let next = lines.first, next.isBlank ? continuesItem(marker) : next.indentation >= marker {
                item.append(next.dropping(marker))
                lines.removeFirst()
            }
            var parser = BlockParser(item)
            items.append(try parser.blocks())
            // A blank line between two items.
            if let next = lines.first, next.isBlank, lines.dropFirst().first?.itemMarker != nil { lines.removeFirst() }
        }
        return .list(isOrdered: isOrdered, items: items)
    }

    /// Whether an indented line follows the blank line.
    private func continuesItem(_ marker: Int) -> Bool {
        guard let next = lines.dropFirst().first else { return false }
        return !next.isBlank && next.indentation >= marker
    }

    private mutating func taking(while isPart: (Line) -> Bool) -> [Substring] {
        let taken = lines.prefix(while: isPart)
        lines.removeFirst(taken.count)
        return taken.map(\.text)
    }
}

extension StringProtocol {
    /// The text without blanks at its ends.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
