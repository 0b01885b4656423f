import Foundation

/// The project as the rules see it: the text of what was written for it, and the paths of all there is.
struct Project: Sendable {
    let files: [SourceFile]
    let paths: Set<String>

    /// A project of files made up for a test.
    init(_ texts: KeyValuePairs<String, String>) {
        files = texts.map { SourceFile(path: $0.key, text: $0.value) }
        paths = Set(files.map(\.path))
    }

    /// The project in a folder, without what is built or fetched.
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
            if path.hasSuffix(".swift") || path.hasSuffix(".md") {
                files.append(SourceFile(path: path, text: try String(contentsOf: entry, encoding: .utf8)))
            }
        }
        self.files = files.sorted { $0.path < $1.path }
        self.paths = paths
    }

    /// The folder of the project that this test is part of.
    static let folder: URL = {
        var folder = URL(filePath: #filePath)
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
        {
            folder.deleteLastPathComponent()
        }
        return folder
    }()
}
