import CSQLite

/// A row that a statement gives.
struct SQLRow {
    let statement: OpaquePointer

    func text(_ column: Int32) -> String {
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }

    func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
}
