import Fairway
import FairwayAssets

extension Migration {
    /// All that this build knows, in order.
    static let all = EmbeddedFile.sqliteMigrations.enumerated().map { index, file in
        Migration(number: index + 1, name: file.path, sql: file.bytes)
    }
}
