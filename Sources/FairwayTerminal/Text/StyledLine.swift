/// One line, as pieces of text that each look their own way.
///
/// Whatever text goes into one is escaped there, so that nothing a server sends can speak to the terminal.
struct StyledLine: Hashable, Sendable {
    private(set) var spans: [Span]

    /// A piece of text.
    struct Span: Hashable, Sendable {
        let text: String
        let style: Style

        fileprivate init(_ text: String, _ style: Style) {
            self.text = text.escapedForTerminal
            self.style = style
        }
    }

    /// An empty line.
    init() { spans = [] }

    /// A line of one text.
    init(_ text: String, _ style: Style = .plain) { spans = text.isEmpty ? [] : [Span(text, style)] }

    /// The texts without their looks.
    var text: String { spans.map(\.text).joined() }

    /// How many columns it takes.
    var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

    static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        var line = left
        line.spans += right.spans
        return line
    }

    /// As much as fits, with an ellipsis where something is left out.
    func cut(to width: Int) -> StyledLine {
        guard columns > width else { return self }
        var cut = StyledLine()
        var room = max(0, width - 1)
        for span in spans {
            let part = span.text.prefix(columns: room)
            cut.spans.append(Span(part, span.style))
            room -= part.columns
            if part.count < span.text.count { break }
        }
        cut.spans.append(Span(width > 0 ? "…" : "", .quiet))
        return cut
    }

    /// What is sent to a terminal, or to whatever takes lines.
    func text(isStyled: Bool) -> String {
        guard isStyled else { return text }
        return spans.map { span in
            span.style.parameters.map { "\u{1B}[\($0)m\(span.text)\u{1B}[0m" } ?? span.text
        }.joined()
    }
}
