import FairwayServer

/// Writes pages to a terminal: in full screen, or in line mode one below another.
struct Display {
    private let write: @Sendable ([UInt8]) -> Void
    private let isFullScreen: Bool
    private let isStyled: Bool
    /// Whether this type must echo input. True if the input is a pipe or a file, because a terminal echoes input
    /// itself.
    private let echoes: Bool
    private var shown = ""
    private var step = 1
    private var scroll = 0

    init(_ environment: TerminalEnvironment, write: @escaping @Sendable ([UInt8]) -> Void) {
        isFullScreen = environment.isFullScreen
        isStyled = environment.isStyled
        echoes = !environment.inputIsTerminal
        self.write = write
    }

    /// Switches to the alternate screen, which preserves the terminal's content.
    func begin() {
        if isFullScreen { put("\u{1B}[?1049h") }
    }

    mutating func end() {
        shown = ""
        if isFullScreen { put("\u{1B}[?1049l") }
    }

    /// Shows a page if it differs from the one shown.
    mutating func show(_ page: TerminalPage, _ editor: LineEditor, size: TerminalSize) {
        guard isFullScreen else { return showLines(page) }
        let frame = Frame(page, editor, size: size, scroll: scroll)
        (scroll, step) = (frame.scroll, frame.step)
        let text = frame.text(isStyled: isStyled)
        if text != shown { put(text) }
        shown = text
    }

    /// Writes lines. Call it after ``end()``, so that they appear on the normal screen.
    func say(_ lines: [StyledLine]) {
        put(lines.map { $0.text(isStyled: isStyled) + "\n" }.joined())
    }

    /// Writes what the terminal did not echo of a line that was read. For a secret, that is only the line break.
    mutating func echo(_ line: String, isSecret: Bool) {
        // With hidden input, the terminal does not echo the line break either.
        let isShown = echoes && !isSecret
        put((isShown ? line.escapedForTerminal : "") + (echoes || isSecret ? "\n" : ""))
        shown = ""
    }

    /// Forces the next page to be written, even if it is unchanged.
    mutating func forget() { shown = "" }

    mutating func scrollToTop() { scroll = 0 }

    /// Handles a scrolling key. Returns false for other keys.
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

    private mutating func showLines(_ page: TerminalPage) {
        let question = page.question
        let initial = question.initial.isEmpty || question.isSecret ? "" : "[\(question.initial.escapedForTerminal)] "
        let lines = page.lines + [StyledLine()] + [page.notice].compactMap(\.self)
        let text = lines.map { $0.text(isStyled: isStyled) }.joined(separator: "\n")
        let prompt = StyledLine(question.label, .title).text(isStyled: isStyled) + initial
        guard text + prompt != shown else { return }
        // If a prompt is shown, begin on a new line.
        put((shown.isEmpty ? "" : "\n") + "\(text)\n\(prompt)")
        shown = text + prompt
    }

    private func put(_ text: String) {
        if !text.isEmpty { write(Array(text.utf8)) }
    }
}
