import Foundation

/// The files that the rules check.
struct Project: Sendable {
    /// The text files.
    private(set) var files: [SourceFile]
    /// The paths of all files and folders.
    private(set) var paths: Set<String>

    /// A project of the given files, to test a rule.
    init(_ texts: KeyValuePairs<String, String>) {
        files = texts.map { SourceFile(path: $0.key, text: $0.value) }
        paths = Set(files.map(\.path))
    }

    mutating func add(_ file: SourceFile) {
        files.append(file)
        paths.insert(file.path)
    }

    /// Reads the project in a folder, without build products and dependencies.
    init(folder: URL) throws {
        let skipped: Set = [".build", ".git", ".swiftpm", "node_modules"]
        var files: [SourceFile] = []
        var paths: Set<String> = []
        let entries = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let entry = entries?.nextObject() as? URL {
            if skipped.contains(entry.lastPathComponent) {
                entries?.skipDescendants()
                continue
            }
            let path = String(entry.path.dropFirst(folder.path.count + 1))
            paths.insert(path)
            if let file = try Self.read(entry, as: path) { files.append(file) }
        }
        self.files = files.sorted { $0.path < $1.path }
        self.paths = paths
    }

    private static let suffixes: Set = ["", "c", "css", "h", "js", "md", "py", "sh", "sql", "swift", "yaml"]

    /// Nil for folders and for other kinds of files. A file without a suffix is a script if it is UTF-8.
    private static func read(_ entry: URL, as path: String) throws -> SourceFile? {
        guard suffixes.contains(SourceFile(path: path, text: "").suffix),
            try entry.resourceValues(forKeys: [.isDirectoryKey]).isDirectory != true,
            let text = String(data: try Data(contentsOf: entry), encoding: .utf8)
        else { return nil }
        return SourceFile(path: path, text: text)
    }

    /// The closest folder above this file that contains a Package.swift.
    static let folder: URL = {
        var folder = URL(filePath: #filePath)
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
        {
            folder.deleteLastPathComponent()
        }
        return folder
    }()
}
