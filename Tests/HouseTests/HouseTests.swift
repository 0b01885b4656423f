import Testing

/// The project against the rules of the house. Next to each rule stands the test that shows that it does fail.
struct HouseTests {
    private static let rules: [any HouseRule] = [
        ImportGraphRule(),
        FileLengthRule(),
        FileNameRule(),
        ForbiddenTextRule(),
        MarkdownLinkRule(),
        MarkdownReachRule(),
        ParameterDocumentationRule(),
    ]

    private static let project = Result { try Project(folder: Project.folder) }

    @Test(arguments: rules)
    func theProjectKeepsTheRule(_ rule: any HouseRule) throws {
        let violations = rule.violations(in: try Self.project.get())
        #expect(violations.isEmpty, "\n\(violations.map(\.description).joined(separator: "\n"))")
    }

    /// Else a project folder that is looked for in the wrong place would keep every rule.
    @Test func theProjectIsFound() throws {
        let project = try Self.project.get()
        #expect(project.files.contains { $0.path == "Tests/HouseTests/HouseTests.swift" })
        #expect(!project.files.contains { $0.path.hasPrefix(".build/") })
    }
}
