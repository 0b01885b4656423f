import FairwayServer
import Testing

@testable import FairwayTerminal

struct TextTests {
    @Test(arguments: [
        ("plain é 漢字 👩‍👩‍👧", "plain é 漢字 👩‍👩‍👧"),
        ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\rb\nc\t", #"a\u{D}b\u{A}c\u{9}"#), ("\u{9B}31m\u{7F}", #"\u{9B}31m\u{7F}"#),
        ("\u{202E}evil", #"\u{202E}evil"#), ("a\u{200B}b\u{2028}", #"a\u{200B}b\u{2028}"#), ("\u{0}", #"\u{0}"#),
        ("e" + String(repeating: "\u{301}", count: 9), "e" + String(repeating: "\u{301}", count: 8) + #"\u{301}"#),
    ])
    func controlCharactersAreEscaped(_ text: String, _ shown: String) {
        #expect(text.escapedForTerminal == shown)
        #expect(StyledLine(text, .failure).text == shown)
        #expect(shown.escapedForTerminal == shown)
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한국", 4), ("ｶ", 1), ("Ａ", 2), ("👩‍👩‍👧", 2),
        ("🇫🇮", 2), ("❤️", 2), ("❤", 1), ("–…›", 3), ("1", 1), ("\u{200D}", 0),
    ])
    func widthOfATextIsThatOfItsCharacters(_ text: String, _ columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("", 5, [""]), ("a\n\nb", 5, ["a", "", "b"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]), ("ab cdefgh", 4, ["ab", "cdef", "gh"]), ("漢字漢字", 5, ["漢字", "漢字"]),
        ("漢", 1, ["漢"]), ("a  b", 9, ["a  b"]), ("tab\tbed", 20, ["tab    bed"]), ("a\r\nb", 5, ["a", "b"]),
    ])
    func linesAreBrokenAtSpacesIfPossible(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }

    @Test func tooLongLineEndsInAnEllipsis() {
        let line = StyledLine("漢字", .title) + StyledLine("abc", .quiet)
        #expect(line.columns == 7)
        #expect(line.cut(to: 7) == line)
        #expect(line.cut(to: 6).text == "漢字a…")
        #expect(line.cut(to: 4).text == "漢…")
        #expect(line.cut(to: 0).text == "")
    }

    @Test func stylesAreWrittenOnlyIfEnabled() {
        let line = StyledLine("Hello", .title) + StyledLine(" you")
        #expect(line.text(isStyled: true) == "\u{1B}[1mHello\u{1B}[0m you")
        #expect(line.text(isStyled: false) == "Hello you")
    }
}
