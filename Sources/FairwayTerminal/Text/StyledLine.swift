import FairwayServer

/// A line of styled text.
///
/// All text is escaped when it is added, so output from the server cannot control the terminal.
struct StyledLine: Hashable, Sendable {
    private(set) var spans: [Span]

    struct Span: Hashable, Sendable {
        let text: String
        let style: TextStyle

        fileprivate init(_ text: String, _ style: TextStyle) {
            self.text = text.escapedForTerminal
            self.style = style
        }
    }

    init() { spans = [] }

    init(_ text: String, _ style: TextStyle = .plain) { spans = text.isEmpty ? [] : [Span(text, style)] }

    /// The text without styles.
    var text: String { spans.map(\.text).joined() }

    var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

    static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        var line = left
        line.spans += right.spans
        return line
    }

    /// The line cut to a width, with an ellipsis if it was longer.
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

    /// The text, with escape sequences for its styles if `isStyled` is set.
    func text(isStyled: Bool) -> String {
        guard isStyled else { return text }
        return spans.map { span in
            span.style.parameters.map { "\u{1B}[\($0)m\(span.text)\u{1B}[0m" } ?? span.text
        }.joined()
    }
}

enum TextStyle: Hashable, Sendable {
    /// The content of a screen.
    case plain
    /// A heading or a selected item.
    case title
    /// Secondary text, such as the names of values.
    case quiet
    /// Something that can be chosen.
    case choice
    /// An error.
    case failure

    /// The SGR parameters (ECMA-48, section 8.3.117). Only the eight standard colours are used, which users can
    /// configure.
    var parameters: String? {
        switch self {
        case .plain: nil
        case .title: "1"
        case .quiet: "2"
        case .choice: "36"
        case .failure: "31"
        }
    }
}
