import CSQLite
import Foundation

/// A minimal connection to SQLite.
final class SQLConnection {
    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open(path, &opened)
        guard let opened, code == SQLITE_OK else {
            sqlite3_close_v2(opened)
            throw SQLFailure(
                message: "cannot open the samples' database \(path): check that the server may write there"
            )
        }
        handle = opened
    }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// Runs a statement. Returns the number of rows that it wrote.
    @discardableResult
    func run(_ sql: String, _ values: SQLValue...) throws -> Int {
        _ = try rows(sql, values) { _ in }
        return Int(sqlite3_changes(handle))
    }

    func all<Value>(_ sql: String, _ values: SQLValue..., read: (SQLRow) throws -> Value) throws -> [Value] {
        try rows(sql, values, read)
    }

    /// Reads the first row; nil if there is none.
    func first<Value>(_ sql: String, _ values: SQLValue..., read: (SQLRow) throws -> Value) throws -> Value? {
        try rows(sql, values, read).first
    }

    private func rows<Value>(
        _ sql: String,
        _ values: [SQLValue],
        _ read: (SQLRow) throws -> Value
    ) throws -> [Value] {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let statement = prepared else {
            throw failure()
        }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
        var results: [Value] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: results.append(try read(SQLRow(statement: statement)))
            case SQLITE_DONE: return results
            default: throw failure()
            }
        }
    }

    private func failure() -> SQLFailure { SQLFailure(message: String(cString: sqlite3_errmsg(handle))) }
}

struct SQLFailure: Error {
    var message: String
}

struct SQLRow {
    let statement: OpaquePointer

    func text(_ column: Int32) -> String {
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }

    func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
}

enum SQLValue {
    case text(String)
    case number(Int)

    static func moment(_ date: Date) -> SQLValue { .number(Int((date.timeIntervalSince1970 * 1_000).rounded())) }

    func bind(to statement: OpaquePointer, at index: Int32) {
        switch self {
        case .text(let text): _ = fairway_sqlite_bind_text(statement, index, text, UInt64(text.utf8.count))
        case .number(let number): sqlite3_bind_int64(statement, index, Int64(number))
        }
    }
}
