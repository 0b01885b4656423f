import CSQLite
package import Fairway

/// The path of a database, and the settings for opening it. Tests change some of them.
package struct DatabaseFile: Sendable {
    package let path: String
    let durability: SQLiteStore.Durability
    package var migrations: [Migration]
    /// The name of a SQLite VFS; nil for the default.
    package var vfs: String?
    /// The log is checkpointed when it has more frames (pages) than this.
    package var mostFramesInLog: Int
    /// Makes a change to files, and returns 0 or an `errno`.
    package var change: @Sendable (FolderChange) -> Int32 = { $0.make() }

    package init(
        path: String,
        durability: SQLiteStore.Durability = .full,
        migrations: [Migration] = Migration.all,
        vfs: String? = nil,
        mostFramesInLog: Int = SQLiteStore.usualMostPagesInLog
    ) {
        self.path = path
        self.durability = durability
        self.migrations = migrations
        self.vfs = vfs
        self.mostFramesInLog = mostFramesInLog
    }

    /// How long a statement waits for a lock of another process.
    static let busyMilliseconds = 1_000

    /// The path without symbolic links. SQLite derives the names of the log and the other files from it.
    var realPath: String {
        let longest = 513
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: longest) { full in
            guard let base = full.baseAddress, fairway_sqlite_full_path(path, base, Int32(longest)) == SQLITE_OK
            else { return path }
            return String(cString: base)
        }
    }

    /// The write-ahead log.
    var logPath: String { realPath + "-wal" }
    /// The index of the log.
    var indexPath: String { realPath + "-shm" }
    /// The copy of a deleted store, before it is renamed to the store's name. See ``WritingConnection``.
    var restoredPath: String { realPath + "-restored" }
    /// The rollback journal, which SQLite uses until the new database has a log.
    private var journalPath: String { realPath + "-journal" }

    /// Opens the file for the writer, and creates or migrates the schema. The caller must hold the lock.
    ///
    /// If the file is refused, it is not changed, and no new file is left beside it.
    ///
    /// - Parameter mayMake: Whether an empty file becomes a store.
    func openForWriting(mayMake: Bool) throws(StoreError) -> SQLiteConnection {
        let isNew = mayMake && !hasContent(path)
        do {
            if isNew, hasContent(restoredPath) {
                throw StoreError(
                    .unusable,
                    "\(path) was deleted while a server was using it, and the server ended before it had restored the file. "
                        + "Rename the copy \(restoredPath) to \(path), or remove the copy to start with an empty store."
                )
            }
            return try open { connection, isEmpty in
                guard !isEmpty || isNew else {
                    throw StoreError(
                        .unavailable,
                        "\(path) was emptied while the server was using it: put back the file or a backup."
                    )
                }
                try connection.execute(writingPragmas)
                let migrator = SQLiteMigrator(path: path, migrations: migrations)
                let pending = try migrator.pending(connection, isNew: isNew)
                // The schema is written before WAL mode begins, because the file without its log has to identify a store.
                try migrator.apply(pending, to: connection)
                try connection.execute("PRAGMA journal_mode = WAL")
                guard !pending.isEmpty else { return }
                let checkpoint = try connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
                guard checkpoint.copiedFrames == checkpoint.framesInLog else {
                    throw StoreError(
                        .unavailable,
                        "\(path) is being read by another process: end that process, then migrate again."
                    )
                }
            }
        } catch {
            if isNew {
                for name in [logPath, indexPath, journalPath, realPath] { _ = change(.remove(name)) }
            }
            throw storeError(error)
        }
    }

    /// Opens the file for a reader.
    func openForReading() throws(StoreError) -> SQLiteConnection {
        let none = StoreError(.unusable, "There is no store at \(path): check the path.")
        do {
            guard let found = FileIdentity(path) else { throw none }
            guard !found.isFolder else {
                throw StoreError(.unusable, "\(path) is a folder: name a file in it for the store.")
            }
            // Only a server may checkpoint a log that an earlier server left behind.
            let hadLog = hasContent(logPath)
            return try open { connection, isEmpty in
                guard !isEmpty else { throw none }
                try connection.execute(Self.readingPragmas)
                let pending = try SQLiteMigrator(path: path, migrations: migrations).pending(connection)
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

    /// Converts any error to one with a remedy.
    func storeError(_ error: any Error) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let failure as SQLiteFailure: failure.storeError(path)
        default: StoreError(.unavailable, "\(path) could not be used: see the cause.", cause: "\(error)")
        }
    }

    private func open(
        _ prepare: (_ connection: SQLiteConnection, _ isEmpty: Bool) throws -> Void
    ) throws -> SQLiteConnection {
        // Closing the last connection checkpoints the log. A refused file must not change.
        let hadLog = hasContent(logPath)
        let failure: SQLiteFailure
        do {
            let connection = try SQLiteConnection(path, vfs: vfs)
            connection.logHoldsErasedContent = hadLog
            do {
                let header = try connection.header()
                try identify(header)
                try prepare(connection, header.isOfEmptyFile)
                return connection
            } catch {
                if hadLog { connection.keepLogOnClose() }
                throw error
            }
        } catch let error as SQLiteFailure where error.meansDamage {
            failure = error
        }
        // The connection is closed, so the diagnosis reads the file and the log again.
        throw diagnosis(of: failure, hadLog: hadLog)
    }

    /// Throws if the file does not belong to Fairway.
    private func identify(_ header: FileHeader) throws(StoreError) {
        if header.isOfEmptyFile || header.applicationID == SQLiteMigrator.applicationID { return }
        // A process was killed while it created the store. SQLite rolls that back: https://sqlite.org/atomiccommit.html#_rollback
        if header.isBlank, hasContent(journalPath) { return }
        throw StoreError(
            .unusable,
            header.isOfDatabase || hasContent(journalPath)
                ? "\(path) is a database of another program: name another file."
                : "\(path) is no SQLite database: name another file."
        )
    }

    /// Checks the file on a new connection after SQLite found damage, because a disk error can look like damage.
    private func diagnosis(of failure: SQLiteFailure, hadLog: Bool) -> StoreError {
        do {
            let connection = try SQLiteConnection(path, vfs: vfs)
            if hadLog { connection.keepLogOnClose() }
            let problems = try connection.statement("PRAGMA quick_check(5)").all { $0.text(0) }
            guard problems == ["ok"] else { return damaged(problems.joined(separator: "; ")) }
            return StoreError(
                .unavailable,
                "\(path) could not be read, but a check on a new connection found no damage: check the system log "
                    + "and the disk.",
                cause: failure.description
            )
        } catch {
            return error.meansDamage ? damaged(error.message) : error.storeError(path)
        }
    }

    private func damaged(_ check: String) -> StoreError {
        StoreError(
            .unusable,
            "\(path) is damaged: keep a copy of it and of \(logPath), then put back a backup.",
            cause: "PRAGMA quick_check: \(check)"
        )
    }

    private func hasContent(_ path: String) -> Bool { (FileIdentity(path)?.byteCount ?? 0) > 0 }

    private var writingPragmas: String {
        """
        -- FULL syncs the log with every commit, NORMAL at checkpoints only: the last commits may then be lost, but none is torn.
        -- https://sqlite.org/pragma.html#pragma_synchronous
        PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL");
        PRAGMA foreign_keys = ON;
        PRAGMA busy_timeout = \(Self.busyMilliseconds);
        -- 64 MiB hold the upper levels of the indexes of a million sessions, and the pages in use.
        PRAGMA cache_size = -65536;
        -- Sorting must not depend on space on the disk.
        PRAGMA temp_store = MEMORY;
        -- Overwrites deleted content where that costs no write of its own. Sensitive content is overwritten always, see `erasing`.
        -- https://sqlite.org/pragma.html#pragma_secure_delete
        PRAGMA secure_delete = FAST;
        -- Truncates a log that grew under load.
        PRAGMA journal_size_limit = 67108864;
        -- Lets a schema call harmless functions only.
        PRAGMA trusted_schema = OFF;
        """
    }

    /// Memory-mapped reads stay off, because a disk error would end the process (https://sqlite.org/mmap.html).
    private static let readingPragmas = """
        PRAGMA query_only = ON;
        PRAGMA busy_timeout = \(busyMilliseconds);
        PRAGMA cache_size = -8192;
        PRAGMA temp_store = MEMORY;
        PRAGMA trusted_schema = OFF;
        """
}

/// The first 100 bytes of a database file (https://sqlite.org/fileformat.html#the_database_header).
///
/// They identify the file even after a crash, because SQLite writes all of them together. Whether the file is complete can be
/// checked only by SQLite, after it has read the log.
struct FileHeader {
    static let byteCount = 100

    /// The bytes, followed by zeros if the file is shorter.
    let bytes: [UInt8]
    let fileSize: Int

    var isOfEmptyFile: Bool { fileSize == 0 }

    /// Whether the first page has not been written yet.
    var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }

    var isOfDatabase: Bool { bytes.starts(with: Array("SQLite format 3\0".utf8)) }

    /// https://sqlite.org/pragma.html#pragma_application_id
    var applicationID: Int { bytes[68..<72].reduce(0) { $0 << 8 | Int($1) } }
}
