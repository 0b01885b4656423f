import CSQLite
import Foundation

/// A value that a statement takes.
enum SQLValue {
    case text(String)
    case number(Int)

    /// A moment, to the millisecond.
    static func moment(_ date: Date) -> SQLValue { .number(Int((date.timeIntervalSince1970 * 1_000).rounded())) }

    func bind(to statement: OpaquePointer, at index: Int32) {
        switch self {
        case .text(let text): _ = fairway_sqlite_bind_text(statement, index, text, UInt64(text.utf8.count))
        case .number(let number): sqlite3_bind_int64(statement, index, Int64(number))
        }
    }
}
