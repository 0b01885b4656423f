import Foundation

/// A store's file in a folder of its own, which goes when it is let go of.
final class TemporaryStore: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fairway-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The database.
    var path: String { folder.appending(path: "store.sqlite").path }

    /// What `--store` takes.
    var locator: String { "sqlite:\(path)" }
}
