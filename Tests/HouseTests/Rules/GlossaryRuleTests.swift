import Testing

struct GlossaryRuleTests {
    private static func violations(_ terms: [String]) -> [Violation] {
        let rows = terms.map { "| \($0) | A thing. |" }.joined(separator: "\n")
        let text = """
            | elsewhere | A row of another table. |
            ## Glossary

            | Term | Meaning |
            | --- | --- |
            | **Things** | |
            \(rows)

            ## Others
            | thing 1 | A row of another table. |
            """
        return GlossaryRule().violations(in: Project(["docs/architecture.md": text]))
    }

    private static func terms(_ count: Int) -> [String] { (1...count).map { "thing \($0)" } }

    @Test func glossaryOfSeventyTermsIsAllowed() {
        #expect(Self.violations(Self.terms(70)) == [])
    }

    @Test func furtherTermIsReported() {
        let message = "71 terms in the glossary, at most 70: merge or remove concepts"
        #expect(
            Self.violations(Self.terms(71)) == [Violation(path: "docs/architecture.md", line: 77, message: message)]
        )
    }

    @Test func repeatedTermIsReported() {
        #expect(Self.violations(["flow", "screen", "flow"]).map(\.line) == [9])
    }
}
