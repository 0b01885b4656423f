import CAssets

/// A file of the repository that is embedded in executables.
package struct EmbeddedFile: Sendable {
    /// The path relative to its folder, such as `admin/index.html` in `Public`.
    package let path: String
    package let bytes: [UInt8]

    /// The files of `Public`: the web client, the gallery and the operator's console.
    package static var pages: [EmbeddedFile] { all(in: fairway_public()) }

    /// The files of `Migrations/sqlite`, in the order of their versions.
    package static var sqliteMigrations: [EmbeddedFile] { all(in: fairway_sqlite_migrations()) }

    /// The files of `Migrations/postgres`, in the order of their versions.
    package static var postgresMigrations: [EmbeddedFile] { all(in: fairway_postgres_migrations()) }

    private static func all(in assets: fairway_assets) -> [EmbeddedFile] {
        // The pointers are always valid, because they refer to constants in the executable.
        UnsafeBufferPointer(start: assets.files, count: assets.count).map { file in
            EmbeddedFile(
                path: String(cString: file.path),
                bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            )
        }
    }
}
