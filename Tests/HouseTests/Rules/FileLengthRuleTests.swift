import Testing

struct FileLengthRuleTests {
    @Test(arguments: FileLengthRule.mostLines, [0, 1])
    func fileWithTooManyLinesIsReported(limit: (key: String, value: Int), excess: Int) {
        let text = String(repeating: "let a = 1\n", count: limit.value + excess)
        let project = Project(["\(limit.key)/Fairway/A.swift": text])
        #expect(FileLengthRule().violations(in: project).count == excess)
    }
}
