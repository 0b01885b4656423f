import Testing

struct MarkdownReachRuleTests {
    @Test func pageMayBeReachedThroughOthers() {
        let project = Project(["README.md": "[a](docs/a.md)", "docs/a.md": "[b](b.md#top)", "docs/b.md": "# Top"])
        #expect(MarkdownReachRule().violations(in: project) == [])
    }

    @Test func pageWithoutALinkFromTheREADMEIsReported() {
        let project = Project(["README.md": "", "docs/a.md": "[b](b.md)", "docs/b.md": "[a](a.md)"])
        #expect(MarkdownReachRule().violations(in: project).map(\.path) == ["docs/a.md", "docs/b.md"])
    }

    @Test func catalogNeedsNoLink() {
        let project = Project(["README.md": "", "Sources/Fairway/Fairway.docc/Fairway.md": ""])
        #expect(MarkdownReachRule().violations(in: project) == [])
    }
}
