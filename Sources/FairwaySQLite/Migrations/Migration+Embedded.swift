import CAssets
import Fairway

extension Migration {
    /// All that this build knows, in order.
    static let all: [Migration] = {
        let assets = fairway_sqlite_migrations()
        return UnsafeBufferPointer(start: assets.files, count: assets.count).enumerated().map { index, file in
            Migration(
                number: index + 1,
                name: String(cString: file.path),
                sql: Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            )
        }
    }()
}
