/// No file is longer than a reader's patience.
struct FileLengthRule: HouseRule {
    static let mostLines = 400

    func violations(in project: Project) -> [Violation] {
        project.files.filter { $0.isSwift && ($0.isInSources || $0.isInTests) }.compactMap { file in
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
            // The last line break ends a line; it does not begin another.
            let lines = file.text.hasSuffix("\n") ? count - 1 : count
            guard lines > Self.mostLines else { return nil }
            return Violation(path: file.path, message: "\(lines) lines; \(Self.mostLines) at most")
        }
    }
}
