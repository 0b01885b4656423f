/// The number of lines in a Swift file is limited.
struct FileLengthRule: HouseRule {
    static let mostLines = ["Sources": 380, "Tests": 400]

    func violations(in project: Project) -> [Violation] {
        project.files.filter(\.isSwift).compactMap { file in
            guard let most = Self.mostLines[file.topFolder] else { return nil }
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
            let lines = file.text.hasSuffix("\n") ? count - 1 : count
            guard lines > most else { return nil }
            return Violation(path: file.path, message: "\(lines) lines, at most \(most)")
        }
    }
}
