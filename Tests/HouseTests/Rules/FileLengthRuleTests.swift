import Testing

struct FileLengthRuleTests {
    @Test(arguments: [(400, true), (401, false)])
    func aFileHasFourHundredLinesAtMost(lines: Int, isKept: Bool) {
        let text = String(repeating: "let a = 1\n", count: lines)
        for folder in ["Sources/Fairway", "Tests/FairwayTests"] {
            let project = Project(["\(folder)/A.swift": text])
            #expect(FileLengthRule().violations(in: project).isEmpty == isKept)
        }
    }
}
