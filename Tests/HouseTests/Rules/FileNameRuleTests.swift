import Testing

struct FileNameRuleTests {
    @Test(arguments: [
        ("Log.swift", "public final class Log {}", true),
        ("Log.swift", "/// struct Log\nstruct Logger {}", false),
        ("Log.swift", "extension Log {}", false),
        ("Log+Flushing.swift", "extension Log {}", true),
        ("Limits+Flags.swift", "extension Log.Limits {}", true),
        ("Log+Flushing.swift", "extension Logger {}", false),
        ("main.swift", "let a = 1", false),
    ])
    func fileIsNamedAfterATypeThatItDeclares(name: String, text: String, isKept: Bool) {
        let project = Project(["Sources/FairwayServer/Logging/\(name)": text])
        #expect(FileNameRule().violations(in: project).isEmpty == isKept)
    }
}
