import CSQLite
import Fairway

/// Where a database is, and how it is opened.
struct DatabaseFile: Sendable {
    let path: String
    let durability: SQLiteStore.Durability
    let migrations: [Migration]
    /// The name of the SQLite VFS through which the file is reached; nil for the system's.
    let vfs: String?
    /// Beyond how many frames, each a page, the log is checkpointed.
    var mostFramesInLog = SQLiteStore.usualMostPagesInLog
    /// Makes what the store itself changes in a folder: 0, or the `errno` that says why not.
    var change: @Sendable (FolderChange) -> Int32 = { $0.make() }

    /// How long a statement waits for a lock that another process holds.
    static let patienceMilliseconds = 1_000

    /// The path without symbolic links, as SQLite takes it for the names of the files beside the database.
    var realPath: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.longestPath) { full in
            guard let base = full.baseAddress,
                fairway_sqlite_full_path(path, base, Int32(Self.longestPath)) == SQLITE_OK
            else { return path }
            return String(cString: base)
        }
    }

    /// What SQLite itself allows.
    private static let longestPath = 513

    /// The file beside it that holds what has not been checkpointed.
    var logPath: String { realPath + "-wal" }

    /// The file beside it that says where pages are in the log.
    var indexPath: String { realPath + "-shm" }

    /// The copy of a store that was deleted under a server, until it has the store's name.
    var restoredPath: String { realPath + "-restored" }

    /// The file beside it that says how to undo what is being written, where there is no log: while a store is made.
    private var journalPath: String { realPath + "-journal" }

    /// Opens the file for the one connection that writes, making and migrating it as needed. The caller holds its lock.
    ///
    /// A file that is refused is left as it was, to the byte, and no file is left beside it.
    ///
    /// - Parameter mayMake: Whether an empty file becomes a store.
    func openForWriting(mayMake: Bool) throws(StoreError) -> Connection {
        let isNew = mayMake && !isThere(path)
        do {
            if isNew, isThere(restoredPath) {
                throw StoreError(
                    .unusable,
                    "\(path) was deleted under a server, which ended before \(restoredPath), its copy, had the name. Rename the "
                        + "copy to \(path), or remove it to begin with an empty store."
                )
            }
            return try open { connection, isMade in
                guard isMade || isNew else {
                    throw StoreError(
                        .unavailable,
                        "\(path) has been emptied under the server: put the file back, or a copy of it."
                    )
                }
                try connection.execute(writingPragmas)
                let pending = try migrator.pending(connection, isNew: isNew)
                // A new file gets its schema before its log: whoever looks at the file alone then sees whose it is.
                try migrator.apply(pending, to: connection)
                // https://sqlite.org/wal.html: readers do not wait for the writer, nor it for them. It is kept in the file.
                try connection.execute("PRAGMA journal_mode = WAL")
                if !pending.isEmpty, try !connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE).isComplete {
                    throw StoreError(
                        .unavailable,
                        "\(path) is being read by another process: close it, then migrate again."
                    )
                }
            }
        } catch {
            // What could not be made whole is not left half.
            if isNew { remove() }
            throw storeError(error)
        }
    }

    /// Opens the file for a connection that only reads.
    func openForReading() throws(StoreError) -> Connection {
        let none = StoreError(.unusable, "There is no store at \(path): see that the path is right.")
        do {
            guard let found = FileIdentity(path) else { throw none }
            guard !found.isFolder else {
                throw StoreError(.unusable, "\(path) is a folder: name a file in it for the store.")
            }
            // A log that a server has left behind is that server's to move into the file.
            let hadLog = isThere(logPath)
            return try open { connection, isMade in
                guard isMade else { throw none }
                try connection.execute(Self.readingPragmas)
                let pending = try migrator.pending(connection)
                if pending.count == migrations.count { throw none }
                guard pending.isEmpty else {
                    throw StoreError(
                        .unusable,
                        "\(path) was written by an older build: run the command `migrate` first."
                    )
                }
                if hadLog { connection.keepLogOnClose() }
            }
        } catch {
            throw storeError(error)
        }
    }

    /// What a caller is told of any error.
    func storeError(_ error: any Error) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let failure as SQLiteFailure: failure.storeError(path)
        default: StoreError(.unavailable, "\(path) could not be used: the cause says why.", cause: "\(error)")
        }
    }

    private var migrator: Migrator { Migrator(path: path, migrations: migrations) }

    /// Opens the file, sees whose it is, and prepares the connection.
    ///
    /// - Parameter prepare: Takes the connection, and whether there is anything in the file.
    private func open(
        _ prepare: (_ connection: Connection, _ isMade: Bool) throws -> Void
    ) throws -> Connection {
        // Closing the last connection moves the log into the file: of a file that is refused it stays as it is.
        let hadLog = isThere(logPath)
        let failure: SQLiteFailure
        do {
            let connection = try Connection(path, .write, vfs: vfs)
            do {
                let header = try connection.header()
                try identify(header)
                try prepare(connection, !header.isOfEmptyFile)
                return connection
            } catch {
                if hadLog { connection.keepLogOnClose() }
                throw error
            }
        } catch let error as SQLiteFailure where error.meansDamage {
            failure = error
        }
        // The connection has been closed: what SQLite says next it has read from the disk.
        throw verdict(on: failure, hadLog: hadLog)
    }

    /// Refuses a file that is not ours.
    private func identify(_ header: FileHeader) throws(StoreError) {
        if header.isOfEmptyFile || header.applicationID == Migrator.applicationID { return }
        // A process was killed while it made the store. SQLite undoes that: https://sqlite.org/atomiccommit.html#_rollback
        if header.isBlank, isThere(journalPath) { return }
        throw StoreError(
            .unusable,
            header.isOfDatabase || isThere(journalPath)
                ? "\(path) is a database of another program: name another file."
                : "\(path) is no SQLite database: name another file."
        )
    }

    /// What to say of a file in which SQLite found damage: the file and its log are read once more, all of them, on a
    /// connection of its own. An error of the disk can look like damage, and passes.
    private func verdict(on failure: SQLiteFailure, hadLog: Bool) -> StoreError {
        do {
            let connection = try Connection(path, .write, vfs: vfs)
            if hadLog { connection.keepLogOnClose() }
            let problems = try connection.statement("PRAGMA quick_check(\(Self.mostProblems))").all { $0.text(0) }
            guard problems != ["ok"] else {
                return StoreError(
                    .unavailable,
                    "\(path) could not be read, and a second look found all of it in order: look at the system's log, "
                        + "and at the disk.",
                    cause: failure.description
                )
            }
            return damaged(problems.joined(separator: "; "))
        } catch {
            return error.meansDamage ? damaged(error.message) : error.storeError(path)
        }
    }

    private static let mostProblems = 5

    private func damaged(_ check: String) -> StoreError {
        StoreError(
            .unusable,
            "\(path) is damaged: keep a copy of it and of \(logPath), then put back a backup.",
            cause: "PRAGMA quick_check: \(check)"
        )
    }

    private func isThere(_ path: String) -> Bool { (FileIdentity(path)?.byteCount ?? 0) > 0 }

    private func remove() {
        for name in [logPath, indexPath, journalPath, realPath] { _ = change(.remove(name)) }
    }

    private var writingPragmas: String {
        """
        -- An acknowledged change survives a power cut: the log is synced with every commit. NORMAL syncs it at
        -- checkpoints only, so that the last changes may be lost, but nothing is ever torn.
        -- https://sqlite.org/pragma.html#pragma_synchronous
        PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL");
        -- But for the journal's, a row whose session is gone cannot be written. https://sqlite.org/foreignkeys.html#fk_enable
        PRAGMA foreign_keys = ON;
        -- https://sqlite.org/pragma.html#pragma_busy_timeout
        PRAGMA busy_timeout = \(Self.patienceMilliseconds);
        -- Up to 64 MiB of pages: the upper levels of all keys of a million sessions, and what is in use.
        -- https://sqlite.org/pragma.html#pragma_cache_size
        PRAGMA cache_size = -65536;
        -- Sorting never needs the disk that may be full. https://sqlite.org/pragma.html#pragma_temp_store
        PRAGMA temp_store = MEMORY;
        -- Deleted content is overwritten where that costs no write of its own, that of timers and jobs always; tokens are
        -- only there hashed.
        -- https://sqlite.org/pragma.html#pragma_secure_delete
        PRAGMA secure_delete = FAST;
        -- The log that a busy hour has left is cut back once it has been checkpointed.
        -- https://sqlite.org/pragma.html#pragma_journal_size_limit
        PRAGMA journal_size_limit = 67108864;
        -- Only functions that SQLite knows to be harmless may stand in a schema.
        -- https://sqlite.org/pragma.html#pragma_trusted_schema
        PRAGMA trusted_schema = OFF;
        """
    }

    /// The same reasons as above. Memory-mapped reading stays off: a disk error or a file cut short would end the
    /// process (https://sqlite.org/mmap.html, the disadvantages).
    private static let readingPragmas = """
        PRAGMA query_only = ON;
        PRAGMA busy_timeout = \(patienceMilliseconds);
        PRAGMA cache_size = -8192;
        PRAGMA temp_store = MEMORY;
        PRAGMA trusted_schema = OFF;
        """
}
