import Foundation

/// A file of the repository that is embedded in executables.
package struct EmbeddedFile: Sendable {
    /// The path relative to its folder, such as `admin/index.html` in `Public`.
    package let path: String
    package let bytes: [UInt8]

    /// The files of `Public`: the web client, the gallery and the operator's console.
    package static let pages = all(in: embeddedPages)

    /// The pages of the folder `docs`, rendered for the path `/docs`, and the index of their search.
    package static let docs = all(in: embeddedDocs).map { EmbeddedFile(path: "docs/\($0.path)", bytes: $0.bytes) }

    /// The files of `Migrations/sqlite`, in the order of their versions.
    package static let sqliteMigrations = all(in: embeddedSQLiteMigrations)

    /// The files of `Migrations/postgres`, in the order of their versions.
    package static let postgresMigrations = all(in: embeddedPostgresMigrations)

    /// The files of a folder that the plugin EmbedFiles has embedded, sorted by path.
    package static func all(in folder: [(path: String, text: StaticString, isBase64: Bool)]) -> [EmbeddedFile] {
        folder.map { file in
            let text = UnsafeBufferPointer(start: file.text.utf8Start, count: file.text.utf8CodeUnitCount)
            return EmbeddedFile(path: file.path, bytes: file.isBase64 ? decoded(text) : Array(text))
        }
    }

    /// Decodes base64 (RFC 4648, section 4), in which binary files are embedded.
    private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard let data = Data(base64Encoded: Data(text)) else { preconditionFailure("script/embed wrote no base64") }
        return Array(data)
    }
}
