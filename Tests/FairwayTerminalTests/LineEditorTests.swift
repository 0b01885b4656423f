import Testing

@testable import FairwayTerminal

struct LineEditorTests {
    @Test(arguments: [
        ("", [Key.character("a"), .character("b")], "ab|"),
        ("ab", [.left, .character("x")], "ax|b"), ("ab", [.home, .delete], "|b"), ("ab", [.home, .backspace], "|ab"),
        ("ab", [.left, .left, .left, .right, .right, .right, .end], "ab|"), ("漢字", [.backspace], "漢|"),
        ("one two ", [.deleteWord], "one |"), ("one two", [.left, .deleteLine], "|o"),
        ("e", [.character("\u{301}")], "é|"),
        ("👩‍👩‍👧", [.backspace], "|"), ("ab", [.delete], "ab|"),
    ])
    func keysEditTheLine(_ before: String, _ keys: [Key], _ after: String) {
        var editor = LineEditor(before)
        for key in keys {
            let isTaken = editor.take(key)
            #expect(isTaken)
        }
        #expect("\(editor.before)|\(editor.text.dropFirst(editor.cursor))" == after)
    }

    @Test(arguments: [Key.enter, .tab, .escape, .up, .pageDown, .interrupt, .endOfInput, .redraw])
    func otherKeysAreNotHandledByALine(_ key: Key) {
        var editor = LineEditor("a")
        let isTaken = editor.take(key)
        #expect(!isTaken)
        #expect(editor == LineEditor("a"))
    }

    @Test func lineLengthIsLimited() {
        var editor = LineEditor(String(repeating: "x", count: LineEditor.mostCharacters + 1))
        _ = editor.take(.character("y"))
        #expect(editor.text.count == LineEditor.mostCharacters)
    }

    @Test func linesAreSplitFromPieces() {
        var lines = LineBuffer()
        #expect(lines.next() == nil)
        lines.take(Array("one\r\ntw".utf8))
        #expect(lines.next() == "one")
        #expect(lines.next() == nil)
        lines.take(Array("o\n\nend".utf8))
        #expect(lines.next() == "two")
        #expect(lines.next() == "")
        #expect(lines.next() == nil)
        lines.take([])
        #expect(!lines.isOver)
        #expect(lines.next() == "end")
        #expect(lines.isOver)
    }
}
