import FairwayClient
import FairwayServer
import FairwayWire

/// A page laid out for a terminal: the visible lines, and the input line below.
struct Frame: Hashable, Sendable {
    let rows: [StyledLine]
    /// The cursor's position. The top left is 0, 0.
    let cursor: (row: Int, column: Int)
    let scroll: Int
    /// The number of lines that the page keys scroll.
    let step: Int

    static func == (left: Frame, right: Frame) -> Bool { left.rows == right.rows && left.cursor == right.cursor }

    func hash(into hasher: inout Hasher) { hasher.combine(rows) }

    /// Lays out a page. `scroll` is the requested number of hidden lines above the first row. It is clamped.
    init(_ page: TerminalPage, _ editor: LineEditor, size: TerminalSize, scroll: Int = 0) {
        let (prompt, column) = Self.prompt(page.question, editor, width: size.columns)
        // Limit a notice to three rows, to leave space for the page.
        let said = page.notice.map { notice in
            notice.text.wrapped(to: size.columns).prefix(3).map { StyledLine($0, notice.spans.first?.style ?? .plain) }
        }
        let footer = (said ?? []) + [prompt]
        let room = max(0, size.rows - footer.count)
        let isCut = page.lines.count > room
        step = max(1, room - 1)
        // The last row shows how many lines are hidden.
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

    /// The text and escape sequences that draw the frame over the previous one (ECMA-48: CUP, EL, ED).
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
        // If the line is too long, drop its beginning, because the cursor is usually at its end.
        var before = shown(editor.before)[...]
        while before.columns > room { before.removeFirst() }
        let after = shown(editor.text.dropFirst(editor.cursor)).prefix(columns: room - before.columns)
        return (label + StyledLine(before + after), label.columns + before.columns)
    }
}

/// The content of the terminal: lines, a notice and a prompt.
struct TerminalPage: Hashable, Sendable {
    var lines: [StyledLine]
    /// The most recent message, such as a refusal or a lost connection.
    var notice: StyledLine?
    var question: Question
    /// The numbered choices. The user types the index plus one.
    var choices: [NumberedAction] = []
    /// The tabs that can be selected. The user types `t` and the index plus one.
    var tabs: [NavigationLayout.ReachableTab] = []
}

/// An action that the user can choose by its number.
struct NumberedAction: Hashable, Sendable {
    let form: ScreenForm
    /// The row on which it is drawn.
    let row: ScreenForm.Row?

    /// Whether the user has nothing to enter.
    var isComplete: Bool { form.fields.allSatisfy { row?.params[$0.name] != nil } }

    /// The label beside a row.
    var labelLine: StyledLine { StyledLine(form.label + (isComplete ? "" : " …"), form.role.style) }
}

/// A prompt for a line of input.
struct Question: Hashable, Sendable {
    /// Identifies the prompt. If the next prompt has the same id, the line that the user is typing is kept.
    let id: String
    let label: String
    var initial = ""
    var isSecret = false
}
