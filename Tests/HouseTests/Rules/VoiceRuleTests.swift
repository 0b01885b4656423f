import Testing

struct VoiceRuleTests {
    @Test(arguments: [
        ("docker/a.swift", "/// Whoever reads this\n// reads the rest.\nlet whoever = 1\n", 1_000.0 / 6),
        ("docker/a.js", "/*\n * Whatever is here\n */\nwho()\n", 1_000.0 / 3),
        ("docker/a.sql", "-- There is a row\nSELECT who\n", 250.0),
        ("docker/run", "#!/bin/who\n# so that\nwho\n", 500.0),
        ("docker/Dockerfile", "# who\n", 0.0),
        ("docker/a.md", "who\n```\nwho who\n```\n<!-- who -->\n`who` who", 2_000.0 / 3),
    ])
    func onlyProseIsCounted(path: String, text: String, rate: Double) {
        #expect(VoiceRule.voice(of: "docker", in: Project([path: text])).perThousandWords == rate)
    }

    @Test(arguments: [
        "who", "whom is", "whose", "so that", "what a", "whatever it", "else", "those that", "in which", "nobody",
        "are to wait", "there were", "as it is",
    ])
    func constructionIsCountedOnce(_ construction: String) {
        let project = Project(["docker/a.md": "one \(construction) two"])
        #expect(VoiceRule.voice(of: "docker", in: project).perThousandWords > 0)
    }

    @Test(arguments: [(200, 0), (199, 1)])
    func folderOverTheLimitIsReportedWithItsWorstFile(_ words: Int, _ violations: Int) {
        let page = "who" + String(repeating: " word", count: words - 1)
        let found = VoiceRule().violations(in: Project(["docker/a.md": page]))
        #expect(found.count == violations)
        #expect(found.allSatisfy { $0.message.contains("docker/a.md") })
    }
}
