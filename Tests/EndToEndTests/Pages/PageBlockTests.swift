import Testing

/// The parser of documentation pages.
struct PageBlockTests {
    @Test func blockHasLanguageAndLine() {
        let blocks = PageBlock.all(in: "# Title\n\n```swift\nlet a = 1\n```\n\ntext\n")
        #expect(blocks == [PageBlock(language: "swift", text: "let a = 1", line: 4, exception: nil)])
    }

    @Test(arguments: ["swift", "sh"])
    func hiddenBlockIsReadFromComment(language: String) {
        let blocks = PageBlock.all(in: "<!--\(language)\nlet a = 1\n-->\n")
        #expect(blocks == [PageBlock(language: language, text: "let a = 1", line: 2, exception: nil)])
    }

    @Test func exceptionAppliesToNextBlockOnly() {
        let page = "<!-- not run: it installs packages -->\n\n```sh\na\n```\n\n```sh\nb\n```\n"
        #expect(PageBlock.all(in: page).map(\.exception) == ["it installs packages", nil])
    }

    @Test func blockCanBeFile() {
        let page = "<!-- file: docs/template/Package.swift -->\n\n```swift\na\n```\n\n```swift\nb\n```\n"
        #expect(PageBlock.all(in: page).map(\.file) == ["docs/template/Package.swift", nil])
        #expect(DocumentationPage(path: "a.md", text: page).blocks(of: "swift").map(\.text) == ["b"])
    }

    @Test func backslashContinuesCommand() {
        let steps = TranscriptStep.all(in: "$ a \\\n    b\nout\n$ c")
        #expect(steps == [TranscriptStep(command: "a \\\n    b", output: ["out"]), TranscriptStep(command: "c")])
    }

    @Test(arguments: [
        ("{\"session\":\"SESSION\",…", "{\"session\":\"ab-1_\",\"x\":1}", ["SESSION": "ab-1_"]),
        ("a…c", "a.b.c", [:]),
        ("a…c", "a.b", nil),
        ("a.c", "abc", nil),
    ])
    func outputLineIsComparedWithPage(shown: String, read: String, values: [String: String]?) throws {
        #expect(try ExpectedOutput(line: shown).match(read, [:]) == values)
    }

    @Test func nameHasOneValue() throws {
        #expect(try ExpectedOutput(line: "SESSION").match("b", ["SESSION": "a"]) == nil)
    }

    @Test func nameIsReplacedAsWholeWord() throws {
        let filled = try ExpectedOutput.filled("TOKEN $ADMIN_TOKEN /SESSION/", ["TOKEN": "t", "SESSION": "s"])
        #expect(filled == "t $ADMIN_TOKEN /s/")
    }

    @Test func errorIsReportedAtPageLine() {
        let page = DocumentationPage(path: "docs/a.md", text: "```swift\nlet a = 1\n```\n")
        #expect(page.swiftFile?.contains("#sourceLocation(file: \"docs/a.md\", line: 2)") == true)
    }
}
