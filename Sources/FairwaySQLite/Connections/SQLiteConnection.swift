import CSQLite
import Fairway

/// A connection to a database file. It is not thread-safe: each owner uses it on one queue.
final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    /// The number of frames in the log after the last commit. On the heap, because SQLite keeps its address.
    private let logFrames: UnsafeMutablePointer<Int32>

    /// Whether the log may hold old copies of erased content. True at first, because an earlier process may have left some,
    /// unless the log was empty.
    var logHoldsErasedContent = true
    private var isErasing = false

    /// Opens a file for reading and writing.
    init(_ path: String, mayCreate: Bool = false, vfs: String? = nil) throws(SQLiteFailure) {
        // NOMUTEX: https://sqlite.org/threadsafe.html, "multi-thread".
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, mayCreate ? flags | SQLITE_OPEN_CREATE : flags, vfs)
        guard let opened, code == SQLITE_OK else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw SQLiteFailure(code, message, while: "open \(path)")
        }
        handle = opened
        logFrames = .allocate(capacity: 1)
        logFrames.initialize(to: 0)
        // A hook replaces SQLite's automatic checkpoints (https://sqlite.org/c3ref/wal_hook.html).
        sqlite3_wal_hook(
            handle,
            { frames, _, _, count in
                frames?.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            },
            logFrames
        )
    }

    deinit {
        for statement in statements.values { statement.finalize() }
        sqlite3_close_v2(handle)
        logFrames.deallocate()
    }

    /// The number of frames in the write-ahead log after the last commit on this connection.
    var framesInLog: Int { Int(logFrames.pointee) }

    var isOutsideTransactions: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// The number of rows that the last statement wrote.
    var changedRows: Int { Int(sqlite3_changes64(handle)) }

    var insertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

    /// Keeps the log when this connection is closed: SQLite then neither checkpoints nor deletes it.
    func keepLogOnClose() { _ = fairway_sqlite_keep_log_on_close(handle) }

    /// Runs statements without caching them.
    func execute(_ sql: String) throws(SQLiteFailure) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, while: "run \(sql.prefix(80))") }
    }

    /// Rolls back the transaction, unless SQLite did so after an error (https://sqlite.org/lang_transaction.html, section 3).
    func rollBack() {
        if !isOutsideTransactions { try? execute("ROLLBACK") }
    }

    /// Runs reads in one transaction: all see the same state (https://sqlite.org/isolation.html).
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try statement("BEGIN").run()
        do {
            let result = try body()
            try statement("COMMIT").run()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Overwrites the content that `body` deletes, also on pages that SQLite would only mark as free
    /// (https://sqlite.org/pragma.html#pragma_secure_delete). Old copies of the pages stay in the log until it is truncated.
    func erasing<Result>(_ body: () throws(SQLiteFailure) -> Result) throws(SQLiteFailure) -> Result {
        guard !isErasing else { return try body() }
        // SQLite applies this pragma when it prepares it, so a cached statement would have no effect.
        try execute("PRAGMA secure_delete = ON")
        isErasing = true
        defer {
            isErasing = false
            try? execute("PRAGMA secure_delete = FAST")
        }
        logHoldsErasedContent = true
        return try body()
    }

    /// A statement, prepared at its first use and cached.
    func statement(_ sql: String) throws(SQLiteFailure) -> Statement {
        if let statement = statements[sql] { return statement }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard let prepared, code == SQLITE_OK else { throw failure(code, while: "prepare \(sql)") }
        let statement = Statement(prepared, sql)
        statements[sql] = statement
        return statement
    }

    /// The first column of the first row; 0 without a row.
    func number(_ sql: String) throws(SQLiteFailure) -> Int {
        try statement(sql).first { $0.int(0) } ?? 0
    }

    /// The number of a session; nil for an unknown id.
    func number(of session: String) throws(SQLiteFailure) -> Int? {
        try SessionLookup.number.first(session, on: self) { $0.int(0) }
    }

    // MARK: Files

    /// The number of frames in the log, and how many of them have been copied into the database file.
    typealias Checkpoint = (framesInLog: Int, copiedFrames: Int)

    /// Copies the log into the database file, and syncs the file once all of the log is in it.
    ///
    /// A PASSIVE checkpoint neither waits nor blocks (https://sqlite.org/c3ref/wal_checkpoint_v2.html).
    @discardableResult
    func checkpoint(_ mode: Int32 = SQLITE_CHECKPOINT_PASSIVE) throws(SQLiteFailure) -> Checkpoint {
        var inLog: Int32 = 0
        var copied: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &inLog, &copied)
        guard code == SQLITE_OK else { throw failure(code, while: "checkpoint") }
        return (Int(inLog), Int(copied))
    }

    /// Checkpoints and truncates the log, unless a reader uses it for longer than 20 ms. The next checkpoint then tries again.
    func truncateLog() throws(SQLiteFailure) {
        let timeout = try number("PRAGMA busy_timeout")
        try execute("PRAGMA busy_timeout = 20")
        defer { try? execute("PRAGMA busy_timeout = \(timeout)") }
        do {
            try checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
            logHoldsErasedContent = false
        } catch {
            guard error.primaryCode == SQLITE_BUSY else { throw error }
        }
    }

    /// Syncs the database file, but not the log.
    func syncFile() throws(SQLiteFailure) {
        let code = fairway_sqlite_sync(handle)
        guard code == SQLITE_OK else {
            throw SQLiteFailure(code, String(cString: sqlite3_errstr(code)), while: "sync the file")
        }
    }

    /// Reads the start of the database file without its log. This takes no lock, runs no recovery and creates no file.
    func header() throws(SQLiteFailure) -> FileHeader {
        var bytes = [UInt8](repeating: 0, count: FileHeader.byteCount)
        var size: sqlite3_int64 = 0
        let code = fairway_sqlite_read_start(handle, &bytes, Int32(bytes.count), &size)
        guard code == SQLITE_OK else {
            throw SQLiteFailure(code, String(cString: sqlite3_errstr(code)), while: "read the file's header")
        }
        return FileHeader(bytes: bytes, fileSize: Int(size))
    }

    private func failure(_ code: Int32, while action: String) -> SQLiteFailure {
        SQLiteFailure(code, String(cString: sqlite3_errmsg(handle)), while: action)
    }
}

/// Reads columns of a session that is found by its id.
///
/// An id contains a number, and its row has this number unless another row took it first. The lookup by number comes first,
/// because the index over ids costs two more page reads in a large store.
struct SessionLookup {
    static let number = SessionLookup("number")

    private let byNumber, byID: String

    init(_ columns: String) {
        byNumber = "SELECT \(columns) FROM sessions WHERE number = ? AND id = ?"
        byID = "SELECT \(columns) FROM sessions WHERE id = ?"
    }

    /// Reads the columns; nil for an unknown id.
    func first<Value>(
        _ id: String,
        on connection: SQLiteConnection,
        _ read: (Statement) -> Value
    ) throws(SQLiteFailure) -> Value? {
        if let number = SessionID.number(of: id),
            let found = try connection.statement(byNumber).bind(number).bind(id).first(read)
        {
            return found
        }
        return try connection.statement(byID).bind(id).first(read)
    }
}
