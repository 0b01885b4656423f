import Testing

struct MarkdownLinkRuleTests {
    @Test(arguments: [
        "docs/flows.md", "docs", "./docs/flows.md", "docs/flows.md#2-screens--actions", "#fairway", "script/test",
        "https://example.org", "mailto:a@example.org",
    ])
    func validLinkIsAccepted(target: String) {
        #expect(MarkdownLinkRule().violations(in: project(linkingTo: target)) == [])
    }

    @Test(arguments: ["docs/flow.md", "docs/flows.md#3-routes", "#elsewhere", "../outside.md", "/docs/gone.md"])
    func brokenLinkIsReported(target: String) {
        let expected = Violation(path: "README.md", line: 3, message: "broken link: \(target)")
        #expect(MarkdownLinkRule().violations(in: project(linkingTo: target)) == [expected])
    }

    @Test(arguments: ["![a picture](gone.png \"title\")", "see [it][1]\n[1]: gone.png", "[![a](gone.png)](docs)"])
    func everySpellingOfALinkIsRecognised(text: String) {
        let project = Project(["README.md": text, "docs/flows.md": ""])
        #expect(MarkdownLinkRule().violations(in: project).map(\.message) == ["broken link: gone.png"])
    }

    @Test(arguments: ["`[a](gone.md)`", "```\n[a](gone.md)\n```"])
    func codeIsIgnored(text: String) {
        #expect(MarkdownLinkRule().violations(in: Project(["README.md": text])) == [])
    }

    @Test func linkIsRelativeToItsPage() {
        let project = Project(["docs/a.md": "[b](b.md) [readme](../README.md)", "docs/b.md": "", "README.md": ""])
        #expect(MarkdownLinkRule().violations(in: project) == [])
    }

    private func project(linkingTo target: String) -> Project {
        Project([
            "README.md": "# Fairway\n\nRead [this](\(target)).\n",
            "docs/flows.md": "## 2. Screens & actions\n",
            "script/test": "",
        ])
    }
}
