import CSQLite

/// One connection to a database file. Not `Sendable`: whoever makes it sees that one thread at a time uses it.
final class Connection {
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    /// How many frames the write-ahead log had after the last commit on this connection. On the heap, since SQLite
    /// keeps its address.
    private let logFrames: UnsafeMutablePointer<Int32>

    /// Whether the log may hold older copies of pages with content that was erased since. An earlier process may have left
    /// some.
    var logHoldsErasedContent = true

    /// How a file is opened.
    enum Mode {
        /// For reading and writing; it is made when it is not there.
        case create
        /// For reading and writing.
        case write
    }

    /// Opens a file.
    init(_ path: String, _ mode: Mode, vfs: String? = nil) throws(SQLiteFailure) {
        // NOMUTEX: one thread uses the connection at a time (https://sqlite.org/threadsafe.html, "multi-thread").
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch mode {
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .write: flags |= SQLITE_OPEN_READWRITE
        }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, vfs)
        guard let opened, code == SQLITE_OK else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw SQLiteFailure(code, message, while: "open \(path)")
        }
        handle = opened
        logFrames = .allocate(capacity: 1)
        logFrames.initialize(to: 0)
        // Taking the hook also turns SQLite's own checkpoints after a commit off (https://sqlite.org/c3ref/wal_hook.html).
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

    /// How many frames the write-ahead log has, as of the last commit on this connection.
    var framesInLog: Int { Int(logFrames.pointee) }

    /// Whether no transaction is open.
    var isOutsideTransactions: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// How many rows the last statement wrote.
    var changedRows: Int { Int(sqlite3_changes64(handle)) }

    /// The row id that the last insertion gave out.
    var insertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

    /// Leaves the log as it is when this connection is closed.
    func keepLogOnClose() { _ = fairway_sqlite_keep_log_on_close(handle) }

    /// Runs statements that are run once.
    func execute(_ sql: String) throws(SQLiteFailure) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, while: "run \(sql.prefix(80))") }
    }

    /// Runs statements whose deleted content is overwritten also on pages that SQLite would only set free otherwise
    /// (https://sqlite.org/pragma.html#pragma_secure_delete). Older copies of the pages are in the log until it is truncated.
    func erasing<Result>(_ body: () throws(SQLiteFailure) -> Result) throws(SQLiteFailure) -> Result {
        // Not kept prepared: SQLite carries out this pragma when it prepares it.
        try execute("PRAGMA secure_delete = ON")
        defer { try? execute("PRAGMA secure_delete = FAST") }
        logHoldsErasedContent = true
        return try body()
    }

    /// A statement, prepared once and kept.
    func statement(_ sql: String) throws(SQLiteFailure) -> Statement {
        if let statement = statements[sql] { return statement }
        var prepared: OpaquePointer?
        // PERSISTENT: it will be used many times (https://sqlite.org/c3ref/c_prepare_normalize.html).
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard let prepared, code == SQLITE_OK else { throw failure(code, while: "prepare \(sql)") }
        let statement = Statement(prepared, sql)
        statements[sql] = statement
        return statement
    }

    /// How much of the write-ahead log was in the database file after a checkpoint.
    struct Checkpoint {
        let framesInLog: Int
        let movedFrames: Int

        /// Whether the log can begin anew.
        var isComplete: Bool { movedFrames == framesInLog }
    }

    /// Moves what is in the log into the file, and syncs that once all of it is there.
    ///
    /// PASSIVE waits for nobody and lets nobody wait (https://sqlite.org/c3ref/wal_checkpoint_v2.html).
    func checkpoint(_ mode: Int32 = SQLITE_CHECKPOINT_PASSIVE) throws(SQLiteFailure) -> Checkpoint {
        var inLog: Int32 = 0
        var moved: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &inLog, &moved)
        guard code == SQLITE_OK else { throw failure(code, while: "checkpoint") }
        return Checkpoint(framesInLog: Int(inLog), movedFrames: Int(moved))
    }

    /// Moves what is in the log into the file and truncates the log, unless another connection reads from it for longer than
    /// this waits.
    func truncateLog() throws(SQLiteFailure) {
        let patience = try number("PRAGMA busy_timeout")
        try execute("PRAGMA busy_timeout = \(Self.millisecondsForReaders)")
        defer { try? execute("PRAGMA busy_timeout = \(patience)") }
        do {
            _ = try checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
            logHoldsErasedContent = false
        } catch {
            // Another connection reads from it: the next checkpoint truncates it.
            guard error.primaryCode == SQLITE_BUSY else { throw error }
        }
    }

    /// A session is read in less.
    private static let millisecondsForReaders = 20

    /// Syncs the file, but not the log.
    func syncFile() throws(SQLiteFailure) {
        let code = fairway_sqlite_sync(handle)
        guard code == SQLITE_OK else {
            throw SQLiteFailure(code, String(cString: sqlite3_errstr(code)), while: "sync the file")
        }
    }

    /// How the file begins, without its log. Nothing is locked, recovered or made for it.
    func header() throws(SQLiteFailure) -> FileHeader {
        var bytes = [UInt8](repeating: 0, count: FileHeader.byteCount)
        var size: sqlite3_int64 = 0
        let code = fairway_sqlite_read_start(handle, &bytes, Int32(bytes.count), &size)
        guard code == SQLITE_OK else {
            throw SQLiteFailure(code, String(cString: sqlite3_errstr(code)), while: "read the file's header")
        }
        return FileHeader(bytes, fileSize: Int(size))
    }

    /// The one number that a pragma or a query gives.
    func number(_ sql: String) throws(SQLiteFailure) -> Int {
        try statement(sql).first { $0.int(0) } ?? 0
    }

    private func failure(_ code: Int32, while action: String) -> SQLiteFailure {
        SQLiteFailure(code, String(cString: sqlite3_errmsg(handle)), while: action)
    }
}
