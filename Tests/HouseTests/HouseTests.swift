import Testing

/// Checks the project against its conventions. Each rule has a test of its own that shows it failing.
struct HouseTests {
    private static let rules: [any HouseRule] = [
        FileCountRule(),
        FileLengthRule(),
        FileNameRule(),
        ForbiddenTextRule(),
        GlossaryRule(),
        ImportGraphRule(),
        MarkdownLinkRule(),
        MarkdownReachRule(),
        ParameterDocumentationRule(),
        PlatformRule(),
        UniqueTypeNameRule(),
        VoiceRule(),
    ]

    private static let project = Result { try Project(folder: Project.folder) }

    @Test(arguments: rules)
    func projectKeepsRule(_ rule: any HouseRule) throws {
        let violations = rule.violations(in: try Self.project.get())
        #expect(violations.isEmpty, "\n\(violations.map(\.description).joined(separator: "\n"))")
    }

    /// An empty project would keep every rule.
    @Test func projectIsFound() throws {
        let project = try Self.project.get()
        #expect(project.files.contains { $0.path == "Tests/HouseTests/HouseTests.swift" })
        #expect(!project.files.contains { $0.path.hasPrefix(".build/") })
    }
}
