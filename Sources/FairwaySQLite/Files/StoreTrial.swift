package import Fairway

/// What is different about a store that is put on trial: its disk, and how often it does what it does seldom.
package struct StoreTrial: Sendable {
    /// The SQLite VFS through which the file is reached; nil for the system's.
    package var vfs: String?
    /// Beyond how many frames the log is checkpointed; nil for as many as always.
    package var mostFramesInLog: Int?
    /// Steps of the schema after those of this build.
    package var laterMigrations: [Migration] = []
    /// Makes what the store itself changes in a folder: 0, or the `errno` that says why not.
    package var change: @Sendable (FolderChange) -> Int32 = { $0.make() }

    /// A store like any other.
    package init() {}
}

extension SQLiteStore {
    /// Opens a store that is put on trial.
    package convenience init(_ path: String, for access: StoreAccess, on trial: StoreTrial) throws(StoreError) {
        var file = DatabaseFile(
            path: path,
            durability: .full,
            migrations: Migration.all + trial.laterMigrations,
            vfs: trial.vfs,
            change: trial.change
        )
        if let frames = trial.mostFramesInLog { file.mostFramesInLog = frames }
        try self.init(file, for: access)
    }
}
