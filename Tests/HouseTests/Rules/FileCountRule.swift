/// The numbers of Swift files under `Sources`, and in each of its folders, are limited.
struct FileCountRule: HouseRule {
    static let mostFiles = 500
    static let mostInFolder = 15

    func violations(in project: Project) -> [Violation] {
        let paths = project.files.filter { $0.isSwift && $0.isInSources }.map(\.path)
        let folders = Dictionary(grouping: paths) { $0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex) }
        let crowded = folders.filter { $0.value.count > Self.mostInFolder }.map { folder, files in
            Violation(path: String(folder), message: "\(files.count) Swift files, at most \(Self.mostInFolder)")
        }
        guard paths.count > Self.mostFiles else { return crowded }
        return crowded + [Violation(path: "Sources", message: "\(paths.count) Swift files, at most \(Self.mostFiles)")]
    }
}
