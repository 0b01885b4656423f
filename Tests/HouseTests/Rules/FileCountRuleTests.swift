import Testing

struct FileCountRuleTests {
    private func project(folders: Int, files: Int) -> Project {
        var project = Project([:])
        for folder in 0..<folders {
            for file in 0..<files { project.add(SourceFile(path: "Sources/A/\(folder)/\(file).swift", text: "")) }
        }
        return project
    }

    @Test func folderWithTooManyFilesIsReported() {
        #expect(FileCountRule().violations(in: project(folders: 1, files: FileCountRule.mostInFolder)).isEmpty)
        let violations = FileCountRule().violations(in: project(folders: 2, files: FileCountRule.mostInFolder + 1))
        #expect(Set(violations.map(\.path)) == ["Sources/A/0", "Sources/A/1"])
    }
}
