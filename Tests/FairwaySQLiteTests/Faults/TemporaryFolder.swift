import Foundation

/// A folder that is deleted when this value is freed.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "fairway-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file.
    subscript(name: String) -> String { "\(path)/\(name)" }

    /// The names of all files.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}

extension TemporaryFolder {
    /// Copies a database and its log.
    func copy(_ name: String, _ copy: String) throws {
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: self[name + suffix]) {
            try FileManager.default.copyItem(atPath: self[name + suffix], toPath: self[copy + suffix])
        }
    }

    func move(_ name: String, _ target: String) throws {
        try FileManager.default.moveItem(atPath: self[name], toPath: self[target])
    }

    func remove(_ names: String...) throws {
        for name in names { try FileManager.default.removeItem(atPath: self[name]) }
    }

    /// The content of every file, by name.
    var content: [String: Data] {
        get throws {
            let contents = try names.map { ($0, try Data(contentsOf: URL(filePath: self[$0]))) }
            return Dictionary(uniqueKeysWithValues: contents)
        }
    }
}
