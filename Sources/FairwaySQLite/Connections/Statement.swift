import CSQLite
import Fairway
import FairwayWire
import Foundation

/// A prepared statement. Values are bound in the order of the parameters. Running the statement resets it.
///
/// ```swift
/// try update.bind(revision).bind(number).run()
/// ```
final class Statement: StoredRow {
    private let handle: OpaquePointer
    private let sql: String
    private var bound: Int32 = 0
    /// The first error of a binding. Running the statement throws it.
    private var bindingCode = SQLITE_OK

    init(_ handle: OpaquePointer, _ sql: String) {
        self.handle = handle
        self.sql = sql
    }

    /// Frees the statement. The connection calls this before it closes.
    func finalize() { sqlite3_finalize(handle) }

    // MARK: Binding

    @discardableResult
    func bind(_ value: Int?) -> Statement {
        guard let value else { return bindNull() }
        return note(sqlite3_bind_int64(handle, next(), sqlite3_int64(value)))
    }

    @discardableResult
    func bind(_ value: Bool) -> Statement { bind(value ? 1 : 0) }

    @discardableResult
    func bind(_ date: Date) -> Statement { bind(date.milliseconds) }

    @discardableResult
    func bind(_ value: String?) -> Statement {
        guard var value else { return bindNull() }
        return value.withUTF8 { bindText(UnsafeRawBufferPointer($0)) }
    }

    @discardableResult
    func bind(text: [UInt8]?) -> Statement {
        guard let text else { return bindNull() }
        return text.withUnsafeBytes { bindText($0) }
    }

    @discardableResult
    func bind(_ json: RawJSON?) -> Statement { bind(text: json?.bytes) }

    @discardableResult
    func bind(blob: [UInt8]) -> Statement {
        blob.withUnsafeBytes { bytes in
            // A null pointer would bind NULL.
            guard let base = bytes.baseAddress else { return note(sqlite3_bind_zeroblob(handle, next(), 0)) }
            return note(fairway_sqlite_bind_blob(handle, next(), base, UInt64(bytes.count)))
        }
    }

    private func bindText(_ text: UnsafeRawBufferPointer) -> Statement {
        text.withMemoryRebound(to: CChar.self) { text in
            guard let base = text.baseAddress else { return note(fairway_sqlite_bind_text(handle, next(), "", 0)) }
            return note(fairway_sqlite_bind_text(handle, next(), base, UInt64(text.count)))
        }
    }

    private func bindNull() -> Statement { note(sqlite3_bind_null(handle, next())) }

    private func next() -> Int32 {
        bound += 1
        return bound
    }

    private func note(_ code: Int32) -> Statement {
        if bindingCode == SQLITE_OK { bindingCode = code }
        return self
    }

    // MARK: Running

    /// Runs the statement to its end and ignores its rows.
    func run() throws(SQLiteFailure) {
        while try step() {}
        reset()
    }

    /// Reads the first row; nil if no row matches.
    func first<Value>(_ read: (Statement) -> Value) throws(SQLiteFailure) -> Value? {
        let value = try step() ? read(self) : nil
        reset()
        return value
    }

    /// Reads all rows.
    func all<Value>(_ read: (Statement) -> Value) throws(SQLiteFailure) -> [Value] {
        var values: [Value] = []
        while try step() { values.append(read(self)) }
        reset()
        return values
    }

    /// Whether a row matches.
    func hasRow() throws(SQLiteFailure) -> Bool { try first { _ in true } != nil }

    /// Goes to the next row; false at the end. An error resets the statement.
    private func step() throws(SQLiteFailure) -> Bool {
        assert(bound == sqlite3_bind_parameter_count(handle), "Not all parameters are bound: \(sql)")
        let code = bindingCode == SQLITE_OK ? sqlite3_step(handle) : bindingCode
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
            reset()
            throw SQLiteFailure(code, message, while: "run \(sql.prefix(80))")
        }
    }

    private func reset() {
        // Ignore the result, which is the error of the last step: https://sqlite.org/c3ref/reset.html
        sqlite3_reset(handle)
        bound = 0
        bindingCode = SQLITE_OK
    }

    // MARK: Reading the row

    func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

    func int(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }

    func bytes(_ column: Int) -> [UInt8] { Array(value(column)) }

    func text(_ column: Int) -> String { String(decoding: value(column), as: UTF8.self) }

    /// Returns the bytes of a column. They are valid until the next column is read. The pointer has to be read before
    /// the length (https://sqlite.org/c3ref/column_blob.html).
    private func value(_ column: Int) -> UnsafeRawBufferPointer {
        guard let base = sqlite3_column_blob(handle, Int32(column)) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }
}

extension String {
    /// An `INSERT` of one row. `expressions` contains the SQL of columns that are not bound to a parameter.
    static func insertion(into table: String, _ columns: [String], expressions: [String: String] = [:]) -> String {
        let values = columns.map { expressions[$0] ?? "?" }
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    }
}
