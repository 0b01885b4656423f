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
    private var values = BoundValues()
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
            guard let base = bytes.baseAddress, !bytes.isEmpty else {
                return note(sqlite3_bind_zeroblob(handle, next(), 0))
            }
            let kept = values.keep(bytes)
            return note(fairway_sqlite_bind_blob(handle, next(), kept ?? base, UInt64(bytes.count), kept != nil))
        }
    }

    private func bindText(_ text: UnsafeRawBufferPointer) -> Statement {
        guard let base = text.baseAddress else { return note(fairway_sqlite_bind_text(handle, next(), "", 0, false)) }
        let kept = values.keep(text)
        let bytes = (kept ?? base).assumingMemoryBound(to: CChar.self)
        return note(fairway_sqlite_bind_text(handle, next(), bytes, UInt64(text.count), kept != nil))
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
        if values.isUsed {
            sqlite3_clear_bindings(handle)
            values.removeAll()
        }
        bound = 0
        bindingCode = SQLITE_OK
    }

    // MARK: Reading the row

    func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

    func int(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }

    func bytes(_ column: Int) -> [UInt8] { Array(value(column)) }

    /// Whether a column has these bytes.
    func holds(_ bytes: [UInt8], in column: Int) -> Bool { value(column).elementsEqual(bytes) }

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

/// The texts and blobs that are bound to a statement, copied into memory that its next run uses again. SQLite would allocate a
/// copy of each.
private struct BoundValues: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var used = 0
    /// The bytes of all values of this run, including those that did not fit.
    private var wanted = 0

    private static let (fewestBytes, mostBytes) = (256, 16_384)

    deinit { memory.deallocate() }

    var isUsed: Bool { wanted > 0 }

    /// Copies a value. Returns nil if it does not fit, or is empty.
    mutating func keep(_ value: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        wanted += value.count
        guard !value.isEmpty, value.count <= memory.count - used else { return nil }
        let place = UnsafeMutableRawBufferPointer(rebasing: memory[used..<used + value.count])
        place.copyMemory(from: value)
        used += value.count
        return UnsafeRawPointer(place.baseAddress)
    }

    /// Makes room for as many bytes as the last run bound, and doubles the memory, so that values that grow slowly do not
    /// allocate in every run. No parameter may refer to the values any more.
    mutating func removeAll() {
        let most = min(wanted, Self.mostBytes)
        if most > memory.count {
            let byteCount = min(max(most, 2 * memory.count, Self.fewestBytes), Self.mostBytes)
            memory.deallocate()
            memory = .allocate(byteCount: byteCount, alignment: 1)
        }
        (used, wanted) = (0, 0)
    }
}

extension String {
    /// An `INSERT` of one row. `expressions` contains the SQL of columns that are not bound to a parameter.
    static func insertion(into table: String, _ columns: [String], expressions: [String: String] = [:]) -> String {
        let values = columns.map { expressions[$0] ?? "?" }
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    }
}
