import CAssets

/// A file of the repository that is part of the executable, so that it stands alone.
package struct EmbeddedFile: Sendable {
    /// Its path in the folder that it was embedded with.
    package let path: String
    /// What is in it.
    package let bytes: [UInt8]

    /// The web client, the gallery and the operator's console: all of `Public`.
    package static var pages: [EmbeddedFile] { all(in: fairway_public()) }

    /// All of `Migrations/sqlite`, in the order in which it is applied.
    package static var sqliteMigrations: [EmbeddedFile] { all(in: fairway_sqlite_migrations()) }

    /// All of `Migrations/postgres`, in the order in which it is applied.
    package static var postgresMigrations: [EmbeddedFile] { all(in: fairway_postgres_migrations()) }

    private static func all(in assets: fairway_assets) -> [EmbeddedFile] {
        // Constant data of the executable.
        UnsafeBufferPointer(start: assets.files, count: assets.count).map { file in
            EmbeddedFile(
                path: String(cString: file.path),
                bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            )
        }
    }
}
