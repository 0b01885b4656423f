import Testing

@testable import FairwayTerminal

struct KeyDecoderTests {
    @Test(arguments: [
        ("a1", [Key.character("a"), .character("1")]), ("é漢👍", [.character("é"), .character("漢"), .character("👍")]),
        ("\r\n", [.enter, .enter]), ("\u{7F}\u{8}", [.backspace, .backspace]), ("\t", [.tab]),
        (
            "\u{3}\u{4}\u{15}\u{17}\u{1}\u{5}\u{C}",
            [.interrupt, .endOfInput, .deleteLine, .deleteWord, .home, .end, .redraw]
        ),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]), ("\u{1B}OA\u{1B}OM", [.up, .enter]),
        ("\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[1~\u{1B}[4~", [.pageUp, .pageDown, .delete, .home, .end]),
        ("\u{1B}[1;5C", [.right]), ("\u{1B}[99~x", [.character("x")]), ("\u{1B}\u{1B}", [.escape]),
        ("\u{1B}b", [.escape, .character("b")]), ("\u{0}\u{1A}", []), ("\u{9B}a", [.character("a")]),
    ])
    func keysDoNotDependOnHowTheBytesAreSplit(_ text: String, _ keys: [Key]) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            #expect(decoder.read(bytes[..<cut]) + decoder.read(bytes[cut...]) == keys, "cut at \(cut)")
        }
    }

    @Test(
        arguments: [
            ([0x1B], [Key.escape]), ([0x1B, 0x5B], []), ([0xC3], [.character("\u{FFFD}")]), ([], []),
        ] as [([UInt8], [Key])]
    )
    func incompleteSequenceIsResolvedWhenNothingFollows(_ bytes: [UInt8], _ keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.read(bytes) == [])
        #expect(decoder.isWaiting == !bytes.isEmpty)
        #expect(decoder.settle() == keys)
        #expect(!decoder.isWaiting)
    }

    @Test(
        arguments: [
            ([0xC3, 0x41], "\u{FFFD}A"), ([0xFF, 0x41], "\u{FFFD}A"), ([0xE2, 0x82, 0x41], "\u{FFFD}A"),
            ([0xF0, 0x9F, 0xC3, 0xA9], "\u{FFFD}é"),
        ] as [([UInt8], String)]
    )
    func invalidUTF8BecomesReplacementCharacters(_ bytes: [UInt8], _ text: String) {
        var decoder = KeyDecoder()
        #expect(decoder.read(bytes) == text.map(Key.character))
    }

    @Test func overlongSequenceIsDropped() {
        var decoder = KeyDecoder()
        #expect(decoder.read(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 14)) == [])
        #expect(!decoder.isWaiting)
    }
}
