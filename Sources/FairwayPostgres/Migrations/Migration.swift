import CAssets
import Fairway

/// One step from an older schema to the next, as it stands in `Migrations/postgres`.
struct Migration: Sendable {
    /// Where it comes in the order: the number its file's name begins with.
    let number: Int
    /// The file's name.
    let name: String
    /// The statements.
    let sql: [UInt8]

    /// SHA-256 of the statements.
    var checksum: [UInt8] { SHA256.hash(sql) }

    /// All that this build knows, in order.
    static let all: [Migration] = {
        let assets = fairway_postgres_migrations()
        return UnsafeBufferPointer(start: assets.files, count: assets.count).enumerated().map { index, file in
            Migration(
                number: index + 1,
                name: String(cString: file.path),
                sql: Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            )
        }
    }()
}
