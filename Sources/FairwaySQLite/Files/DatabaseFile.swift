import CSQLite
import Fairway

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where a database is, and how it is opened.
struct DatabaseFile: Sendable {
    let path: String
    let durability: SQLiteStore.Durability
    let migrations: [Migration]
    /// The name of the SQLite VFS through which the file is reached; nil for the system's.
    let vfs: String?

    /// How long a statement waits for a lock that another process holds.
    static let patienceMilliseconds = 1_000

    /// The file beside it that holds what has not been checkpointed.
    var logPath: String { path + "-wal" }

    /// The file beside it that says how to undo what is being written, where there is no log: while a store is made.
    private var journalPath: String { path + "-journal" }

    /// Opens the file for the one connection that writes, making and migrating it as needed.
    ///
    /// A file that is refused is left as it was, to the byte, and no file is left beside it.
    func openForWriting() throws(StoreError) -> Connection {
        do {
            let isNew = try inspect() == nil
            do {
                return try open(isNew)
            } catch {
                // What could not be made whole is not left half.
                if isNew { remove() }
                throw error
            }
        } catch {
            throw storeError(error)
        }
    }

    /// Opens the file for a connection that only reads.
    func openForReading() throws(StoreError) -> Connection {
        do {
            guard try inspect() != nil else {
                throw StoreError(.unusable, "There is no store at \(path): see that the path is right.")
            }
            let connection = try Connection(path, .write, vfs: vfs)
            // A log that a server has left behind is that server's to move into the file.
            if isThere(logPath) { connection.keepLogOnClose() }
            do {
                try connection.execute(Self.readingPragmas)
                // What was in the log when it was inspected was not seen.
                guard try migrator.pending(connection).isEmpty else {
                    throw StoreError(
                        .unusable,
                        "\(path) was written by an older build: run the command `migrate` first."
                    )
                }
            } catch {
                connection.keepLogOnClose()
                throw error
            }
            return connection
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

    /// Looks at the file without writing a byte; nil when there is none, or an empty one.
    private func inspect() throws -> FileIdentity? {
        guard let identity = FileIdentity(path) else { return nil }
        guard !identity.isFolder else {
            throw StoreError(.unusable, "\(path) is a folder: name a file in it for the store.")
        }
        guard identity.byteCount > 0 else { return nil }
        let others = StoreError(.unusable, "\(path) is a database of another program: name another file.")
        guard !isThere(journalPath) else {
            // Whoever wrote it was killed, and it is not whole: how it begins is all there is to go by before SQLite makes it so.
            // https://sqlite.org/atomiccommit.html#_rollback
            guard let header = FileHeader(path), header.isBlank || header.applicationID == Migrator.applicationID else {
                throw others
            }
            return identity
        }
        do {
            let connection = try Connection(path, .immutable, vfs: vfs)
            if isThere(logPath) {
                // The file alone need not be whole: only its first page is looked at, and the rest once the log is read.
                guard try connection.number("PRAGMA application_id") == Migrator.applicationID else { throw others }
            } else {
                _ = try migrator.pending(connection)
            }
        } catch let failure as SQLiteFailure {
            switch failure.primaryCode {
            case SQLITE_NOTADB:
                throw StoreError(
                    .unusable,
                    "\(path) is no SQLite database: name another file.",
                    cause: failure.description
                )
            case SQLITE_CORRUPT, SQLITE_ERROR:
                throw StoreError(.unusable, "\(path) is damaged: put back a backup.", cause: failure.description)
            default: throw failure
            }
        }
        return identity
    }

    private func open(_ isNew: Bool) throws -> Connection {
        let connection = try Connection(path, isNew ? .create : .write, vfs: vfs)
        do {
            try connection.execute(writingPragmas)
            let pending = try migrator.pending(connection, isNew: isNew)
            // A new file gets its schema before its log: whoever looks at the file alone then sees whose it is.
            try migrator.apply(pending, to: connection)
            // https://sqlite.org/wal.html: readers do not wait for the writer, nor it for them. It is kept in the file.
            try connection.execute("PRAGMA journal_mode = WAL")
            if !pending.isEmpty, try !connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE).isComplete {
                throw StoreError(.unusable, "\(path) is being read by another process: close it, then migrate again.")
            }
        } catch {
            connection.keepLogOnClose()
            throw error
        }
        return connection
    }

    private func isThere(_ path: String) -> Bool { (FileIdentity(path)?.byteCount ?? 0) > 0 }

    private func remove() {
        for name in [path, logPath, path + "-shm", journalPath] { unlink(name) }
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
        -- Deleted content is overwritten where that costs no write of its own; tokens are only there hashed.
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
