/// The number of Swift files in each folder under `Sources` is limited.
struct FileCountRule: HouseRule {
    static let mostInFolder = 15

    func violations(in project: Project) -> [Violation] {
        let paths = project.files.filter { $0.isSwift && $0.isInSources }.map(\.path)
        let folders = Dictionary(grouping: paths) { $0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex) }
        return folders.filter { $0.value.count > Self.mostInFolder }.map { folder, files in
            Violation(path: String(folder), message: "\(files.count) Swift files, at most \(Self.mostInFolder)")
        }
    }
}
