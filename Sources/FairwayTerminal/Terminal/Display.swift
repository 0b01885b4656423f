/// Where pages are shown: on the whole of a terminal, or as lines one below the other.
struct Display {
    private let write: @Sendable ([UInt8]) -> Void
    private let isFullScreen: Bool
    private let isStyled: Bool
    /// Whether what is typed is to be seen only if it is written.
    private let echoes: Bool
    private var shown = ""
    private var step = 1
    /// How many lines are above the terminal's first row.
    private var scroll = 0

    init(_ environment: TerminalEnvironment, write: @escaping @Sendable ([UInt8]) -> Void) {
        isFullScreen = environment.isFullScreen
        isStyled = environment.isStyled
        echoes = !environment.inputIsTerminal
        self.write = write
    }

    /// Takes the terminal: its other screen, so that what was there before comes back.
    func begin() {
        if isFullScreen { put("\u{1B}[?1049h") }
    }

    /// Gives the terminal back.
    mutating func end() {
        shown = ""
        if isFullScreen { put("\u{1B}[?1049l") }
    }

    /// Shows a page, unless it is what is shown already.
    mutating func show(_ page: Page, _ editor: LineEditor, size: TerminalSize) {
        guard isFullScreen else { return showLines(page) }
        let frame = Frame(page, editor, size: size, scroll: scroll)
        (scroll, step) = (frame.scroll, frame.step)
        let text = frame.text(isStyled: isStyled)
        if text != shown { put(text) }
        shown = text
    }

    /// Shows lines where the terminal is not taken, or not any more.
    func say(_ lines: [StyledLine]) {
        put(lines.map { $0.text(isStyled: isStyled) + "\n" }.joined())
    }

    /// Shows a line that was read, where nobody sees it otherwise.
    mutating func echo(_ line: String, isSecret: Bool) {
        // Of a secret, the terminal has not even shown that the line has ended.
        let isShown = echoes && !isSecret
        put((isShown ? line.escapedForTerminal : "") + (echoes || isSecret ? "\n" : ""))
        shown = ""
    }

    /// Has the next page drawn whatever is there.
    mutating func forget() { shown = "" }

    /// Another screen begins at its top.
    mutating func scrollToTop() { scroll = 0 }

    /// Scrolls. False for a key that means nothing to it.
    mutating func take(_ key: Key) -> Bool {
        switch key {
        case .up: scroll -= 1
        case .down: scroll += 1
        case .pageUp: scroll -= step
        case .pageDown: scroll += step
        default: return false
        }
        return true
    }

    private mutating func showLines(_ page: Page) {
        let question = page.question
        let initial = question.initial.isEmpty || question.isSecret ? "" : "[\(question.initial.escapedForTerminal)] "
        let lines = page.lines + [StyledLine()] + [page.notice].compactMap(\.self)
        let text = lines.map { $0.text(isStyled: isStyled) }.joined(separator: "\n")
        let prompt = StyledLine(question.label, .title).text(isStyled: isStyled) + initial
        guard text + prompt != shown else { return }
        // What came while something was asked begins on a line of its own.
        put((shown.isEmpty ? "" : "\n") + "\(text)\n\(prompt)")
        shown = text + prompt
    }

    private func put(_ text: String) {
        if !text.isEmpty { write(Array(text.utf8)) }
    }
}
