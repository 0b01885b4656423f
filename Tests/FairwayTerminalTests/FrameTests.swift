import Testing

@testable import FairwayTerminal

struct FrameTests {
    private let page = TerminalPage(
        lines: (1...30).map { StyledLine("line \($0)") },
        notice: StyledLine("Something was said about it.", .failure),
        question: Question(id: "a", label: "> ")
    )

    @Test func longPageIsScrolled() {
        let size = TerminalSize(columns: 40, rows: 10)
        let first = Frame(page, LineEditor("ab"), size: size)
        #expect(first.rows.map(\.text).first == "line 1")
        #expect(first.rows.map(\.text)[7] == "↓ 23 more lines: arrows, or page keys")
        #expect(first.rows.map(\.text).suffix(2) == ["Something was said about it.", "> ab"])
        #expect([first.cursor.row, first.cursor.column] == [9, 4])
        let last = Frame(page, LineEditor(), size: size, scroll: 1_000)
        #expect(last.rows.map(\.text)[6] == "line 30")
        #expect(last.scroll == 23)
    }

    @Test(arguments: [(1, 1), (2, 2), (8, 3), (300, 100)])
    func frameFitsAnySize(_ columns: Int, _ rows: Int) {
        let frame = Frame(page, LineEditor("typed"), size: TerminalSize(columns: columns, rows: rows))
        #expect(frame.rows.count <= rows)
        #expect(frame.rows.allSatisfy { $0.columns <= columns })
        #expect(frame.cursor.row < rows)
    }

    @Test func longLineShowsItsEnd() {
        let editor = LineEditor("0123456789漢字")
        let frame = Frame(page, editor, size: TerminalSize(columns: 12, rows: 5))
        #expect(frame.rows.last?.text == "> 56789漢字")
        #expect(frame.cursor.column == 11)
    }

    @Test func secretInputIsHidden() {
        var secret = page
        secret.question.isSecret = true
        let frame = Frame(secret, LineEditor("1234"), size: .usual)
        #expect(frame.rows.last?.text == "> ••••")
    }

    @Test(arguments: [
        (["TERM": "xterm"], true, true, true, true), (["TERM": "dumb"], true, true, false, false),
        ([:], true, true, false, false), (["TERM": "xterm", "NO_COLOR": "1"], true, true, true, false),
        (["TERM": "xterm", "NO_COLOR": ""], true, true, true, true), (["TERM": "xterm"], false, true, false, true),
        (["TERM": "xterm"], true, false, false, false),
    ])
    func environmentDecidesAboutScreenAndStyle(
        _ variables: [String: String],
        _ input: Bool,
        _ output: Bool,
        _ isFullScreen: Bool,
        _ isStyled: Bool
    ) {
        let environment = TerminalEnvironment(variables: variables, inputIsTerminal: input, outputIsTerminal: output)
        #expect(environment.isFullScreen == isFullScreen)
        #expect(environment.isStyled == isStyled)
    }
}
