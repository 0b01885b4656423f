import Foundation

/// A store's file in a temporary folder, which is deleted on release.
final class TemporaryStore: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fairway-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { folder.appending(path: "store.sqlite").path }

    /// The value for `--store`.
    var locator: String { "sqlite:\(path)" }
}
