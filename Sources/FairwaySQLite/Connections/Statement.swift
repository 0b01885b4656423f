import CSQLite
import Fairway
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A prepared statement. Values are bound one after the other, then it is run, then it is ready to be bound again.
///
/// ```swift
/// try update.bind(revision).bind(number).run()
/// ```
final class Statement: StoredRow {
    private let handle: OpaquePointer
    private let sql: String
    private var bound: Int32 = 0
    /// The first thing that went wrong while binding: thrown when the statement is run.
    private var bindingCode = SQLITE_OK
    // Exclusivity checks are off: what modifies it calls no code that can reach this object.
    @exclusivity(unchecked) private var room = BindingRoom()

    init(_ handle: OpaquePointer, _ sql: String) {
        self.handle = handle
        self.sql = sql
    }

    /// To be called by the connection, before it closes.
    func finalize() { sqlite3_finalize(handle) }

    // MARK: Binding

    // Inlined, so that a chain of them does not count a reference to the statement at each link.

    @discardableResult
    @inline(__always) func bind(_ value: Int?) -> Statement {
        bindInteger(value)
        return self
    }

    @discardableResult
    @inline(__always) func bind(_ value: Bool) -> Statement { bind(value ? 1 : 0) }

    @discardableResult
    @inline(__always) func bind(_ value: String?) -> Statement {
        bindString(value)
        return self
    }

    @discardableResult
    @inline(__always) func bind(text: [UInt8]?) -> Statement {
        bindText(text)
        return self
    }

    @discardableResult
    @inline(__always) func bind(_ json: RawJSON?) -> Statement { bind(text: json?.bytes) }

    @discardableResult
    @inline(__always) func bind(blob: [UInt8]) -> Statement {
        bindBlob(blob)
        return self
    }

    @discardableResult
    @inline(__always) func bind(_ moment: Date) -> Statement { bind(moment.milliseconds) }

    // MARK: Running

    /// Runs a statement that gives no rows.
    func run() throws(SQLiteFailure) {
        assertAllIsBound()
        while try step() {}
        reset()
    }

    /// What is read from the first row; nil when there is none.
    func first<Value>(_ read: (Statement) -> Value) throws(SQLiteFailure) -> Value? {
        assertAllIsBound()
        let value = try step() ? read(self) : nil
        reset()
        return value
    }

    /// What is read from each row.
    func all<Value>(_ read: (Statement) -> Value) throws(SQLiteFailure) -> [Value] {
        assertAllIsBound()
        var values: [Value] = []
        while try step() { values.append(read(self)) }
        reset()
        return values
    }

    /// The next row, if there is one. After an error the statement is ready again.
    private func step() throws(SQLiteFailure) -> Bool {
        let code = bindingCode == SQLITE_OK ? sqlite3_step(handle) : bindingCode
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let failure = SQLiteFailure(
                code,
                String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))),
                while: "run \(sql.prefix(80))"
            )
            reset()
            throw failure
        }
    }

    /// What was bound for an earlier run still is, and lies where this run's values do: none of it may be used again
    /// (https://sqlite.org/c3ref/bind_blob.html, SQLITE_STATIC).
    private func assertAllIsBound() {
        assert(bound == sqlite3_bind_parameter_count(handle), "Not all is bound for \(sql)")
    }

    private func reset() {
        // What it returns is what the last step returned: https://sqlite.org/c3ref/reset.html
        sqlite3_reset(handle)
        if !room.clear() { sqlite3_clear_bindings(handle) }
        bound = 0
        bindingCode = SQLITE_OK
    }

    // MARK: Reading the row

    func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

    func int(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }

    func bytes(_ column: Int) -> [UInt8] { Array(value(column)) }

    func text(_ column: Int) -> String { String(decoding: value(column), as: UTF8.self) }

    func append(_ column: Int, to bytes: inout [UInt8]) { bytes.append(contentsOf: value(column)) }

    // MARK: The parts

    /// Valid until the next column is read. First the pointer, then the count:
    /// https://sqlite.org/c3ref/column_blob.html
    private func value(_ column: Int) -> UnsafeRawBufferPointer {
        guard let base = sqlite3_column_blob(handle, Int32(column)) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    /// SQLITE_STATIC, a macro: the bytes stay where they are until the statement has run; SQLite copies nothing.
    private static let isStatic: sqlite3_destructor_type? = nil

    private func next() -> Int32 {
        bound += 1
        return bound
    }

    private func bindInteger(_ value: Int?) {
        guard let value else { return bindNull() }
        note(sqlite3_bind_int64(handle, next(), sqlite3_int64(value)))
    }

    private func bindString(_ value: String?) {
        guard let value else { return bindNull() }
        // Read where it lies: only a string that is bridged from another world has no bytes of its own yet.
        let isBound: Void? = value.utf8.withContiguousStorageIfAvailable { bindText(UnsafeRawBufferPointer($0)) }
        if isBound != nil { return }
        var copy = value
        copy.withUTF8 { bindText(UnsafeRawBufferPointer($0)) }
    }

    private func bindText(_ text: [UInt8]?) {
        guard let text else { return bindNull() }
        text.withUnsafeBytes { bindText($0) }
    }

    private func bindBlob(_ blob: [UInt8]) {
        blob.withUnsafeBytes { bytes in
            // A null pointer would bind NULL instead of no bytes.
            guard let base = bytes.baseAddress else { return note(sqlite3_bind_zeroblob(handle, next(), 0)) }
            guard let kept = room.keep(bytes) else {
                return note(fairway_sqlite_bind_blob(handle, next(), base, UInt64(bytes.count)))
            }
            note(sqlite3_bind_blob64(handle, next(), kept, UInt64(bytes.count), Self.isStatic))
        }
    }

    private func bindNull() { note(sqlite3_bind_null(handle, next())) }

    private func bindText(_ text: UnsafeRawBufferPointer) {
        let count = UInt64(text.count)
        if let kept = room.keep(text) {
            let start = kept.assumingMemoryBound(to: CChar.self)
            return note(sqlite3_bind_text64(handle, next(), start, count, Self.isStatic, UInt8(SQLITE_UTF8)))
        }
        text.withMemoryRebound(to: CChar.self) { text in
            guard let base = text.baseAddress else { return note(fairway_sqlite_bind_text(handle, next(), "", 0)) }
            note(fairway_sqlite_bind_text(handle, next(), base, count))
        }
    }

    private func note(_ code: Int32) {
        if bindingCode == SQLITE_OK { bindingCode = code }
    }
}
