import CSQLite

/// A connection to SQLite, with as much of it as the samples need.
final class SQLConnection {
    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open(path, &opened)
        guard let opened, code == SQLITE_OK else {
            sqlite3_close_v2(opened)
            throw SQLFailure(message: "the samples' tables in \(path) cannot be opened: may the server write there?")
        }
        handle = opened
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that take no values.
    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// Runs a statement and returns how many rows it wrote.
    @discardableResult
    func run(_ sql: String, _ values: SQLValue...) throws -> Int {
        _ = try rows(sql, values) { _ in }
        return Int(sqlite3_changes(handle))
    }

    /// What is read from each row.
    func all<Value>(_ sql: String, _ values: SQLValue..., read: (SQLRow) throws -> Value) throws -> [Value] {
        try rows(sql, values, read)
    }

    /// What is read from the first row; nil when there is none.
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

/// What SQLite said when it could not do something.
struct SQLFailure: Error {
    var message: String
}
