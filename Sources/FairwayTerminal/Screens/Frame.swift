/// A page as it fills a terminal: as many lines as there is room for, and the line that is typed below them.
struct Frame: Hashable, Sendable {
    /// What stands in each row, from the top.
    let rows: [StyledLine]
    /// Where the next character goes, from the top left, which is 0, 0.
    let cursor: (row: Int, column: Int)
    /// How many lines of the page are above the first row.
    let scroll: Int
    /// How many lines are scrolled by at once.
    let step: Int

    static func == (left: Frame, right: Frame) -> Bool { left.rows == right.rows && left.cursor == right.cursor }

    func hash(into hasher: inout Hasher) { hasher.combine(rows) }

    /// - Parameter scroll: How many lines are above the first row, as far as there are so many.
    init(_ page: Page, _ editor: LineEditor, size: TerminalSize, scroll: Int = 0) {
        let (prompt, column) = Self.prompt(page.question, editor, width: size.columns)
        // A notice is not to hide what it is about.
        let said = page.notice.map { notice in
            notice.text.wrapped(to: size.columns).prefix(3).map { StyledLine($0, notice.spans.first?.style ?? .plain) }
        }
        let footer = (said ?? []) + [prompt]
        let room = max(0, size.rows - footer.count)
        let isCut = page.lines.count > room
        step = max(1, room - 1)
        // The last row of the room says what there is more.
        self.scroll = isCut ? min(max(0, scroll), page.lines.count - step) : 0
        var body = Array(page.lines.dropFirst(self.scroll).prefix(isCut ? step : room))
        if isCut, room > 0 {
            let below = page.lines.count - self.scroll - body.count
            let parts = [self.scroll > 0 ? "↑ \(self.scroll)" : nil, below > 0 ? "↓ \(below)" : nil].compactMap(\.self)
            body.append(StyledLine("\(parts.joined(separator: "  ")) more lines: arrows, or page keys", .quiet))
        }
        rows = (body + footer).suffix(size.rows).map { $0.cut(to: size.columns) }
        cursor = (rows.count - 1, column)
    }

    /// What a terminal is sent to show it: each row is written over what stood there (ECMA-48: CUP, EL, ED).
    func text(isStyled: Bool) -> String {
        let lines = rows.map { $0.text(isStyled: isStyled) + "\u{1B}[K" }
        let place = "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H"
        return "\u{1B}[?25l\u{1B}[H\(lines.joined(separator: "\r\n"))\u{1B}[J\(place)\u{1B}[?25h"
    }

    private static func prompt(_ question: Question, _ editor: LineEditor, width: Int) -> (StyledLine, column: Int) {
        let label = StyledLine(question.label, .title).cut(to: width / 2)
        let room = max(1, width - label.columns - 1)
        func shown(_ text: some StringProtocol) -> String {
            question.isSecret ? String(repeating: "•", count: text.count) : String(text).escapedForTerminal
        }
        // The end of a long line is what one types at.
        var before = shown(editor.before)[...]
        while before.columns > room { before.removeFirst() }
        let after = shown(editor.text.dropFirst(editor.cursor)).prefix(columns: room - before.columns)
        return (label + StyledLine(before + after), label.columns + before.columns)
    }
}
