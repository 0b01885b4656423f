import Fairway

/// The connection that writes, and the lock of its file.
///
/// If the file is deleted, moved or replaced while the server runs, SQLite continues to write to the file that it opened
/// (https://sqlite.org/howtocorrupt.html, section 4.3). So ``ready()`` checks the files before each group of writes. A new database
/// is created only when the store is opened.
final class WritingConnection {
    private let file: DatabaseFile
    /// Closes all other connections. They are opened again when they are needed.
    private let closeOthers: () -> Void
    /// Nil once the store is closed. It has to be released after the connections are closed, see ``FileLock``.
    private var lock: FileLock?
    private var opened: (writer: CommitWriter, files: OpenedFiles)?
    /// The warning about damage that the log had when the store was opened.
    private(set) var logWarning: StoreWarning?

    init(_ file: DatabaseFile, closeOthers: @escaping () -> Void) throws(StoreError) {
        self.file = file
        self.closeOthers = closeOthers
        let lock = try FileLock(file.path, mayCreate: true)
        self.lock = lock
        // Before SQLite reads the log, and then overwrites what it ignores.
        let damage = file.logDamage
        var copy: String?
        if let damage {
            do {
                copy = try file.keepLog(damage)
                logWarning = copy.map { damage.warning(file.logPath, keptAs: $0) }
            } catch {
                logWarning = damage.warning(file.logPath, notKept: error)
            }
        }
        try open(lock, mayMake: true)
        // Begins a new log, so the next start does not find the damage again. If another process reads the log, it does.
        if copy != nil { _ = try? current?.truncateLog() }
    }

    deinit { close() }

    /// Returns the connection after checking the files, which costs two system calls.
    func ready() throws(StoreError) -> CommitWriter {
        if let opened {
            switch opened.files.state {
            case .unchanged: return opened.writer
            case .withoutLog: try saveLog(opened.writer)
            case .deleted: try restore(opened.writer, opened.files)
            case .replaced: leave(opened.files)
            case .movedAway:
                throw StoreError(
                    .unavailable,
                    "\(file.path) was moved away while the server was using it. Move it back; the server then continues."
                )
            }
        }
        return try open(currentLock(), mayMake: false)
    }

    /// The connection, if one is open.
    var current: SQLiteConnection? { opened?.writer.connection }

    /// Closes the file and releases the lock. All other connections must already be closed.
    func close() {
        opened = nil
        lock = nil
    }

    /// Closes all connections without a checkpoint. The next connection recovers the whole log (https://sqlite.org/walformat.html,
    /// section 4, "Recovery").
    func closeKeepingLog() {
        current?.keepLogOnClose()
        closeOthers()
        opened = nil
    }

    /// The lock of the file that is at the path now. If a backup was restored, this is not the file that was opened before.
    private func currentLock() throws(StoreError) -> FileLock {
        if let lock, lock.identity.isSame(as: FileIdentity(file.path)) { return lock }
        let other = try FileLock(file.path, mayCreate: false)
        lock = other
        return other
    }

    @discardableResult
    private func open(_ lock: FileLock, mayMake: Bool) throws(StoreError) -> CommitWriter {
        do {
            let writer = try CommitWriter(try file.openForWriting(mayMake: mayMake))
            // The first write creates the log.
            try writer.connection.execute("BEGIN IMMEDIATE")
            try writer.probe()
            try writer.beginTimeline()
            try writer.connection.execute("COMMIT")
            opened = (writer, try OpenedFiles(file, lock))
            return writer
        } catch {
            throw file.storeError(error)
        }
    }

    /// Checkpoints a log that was deleted but is still open.
    private func saveLog(_ writer: CommitWriter) throws(StoreError) {
        closeOthers()
        do {
            let checkpoint = try writer.connection.checkpoint()
            guard checkpoint.copiedFrames == checkpoint.framesInLog else {
                throw StoreError(
                    .unavailable,
                    "\(file.logPath) was deleted while another process was reading it. End that process; the server then continues."
                )
            }
        } catch {
            throw file.storeError(error)
        }
        opened = nil
    }

    /// Restores a deleted database from the connection, which still has it open.
    private func restore(_ writer: CommitWriter, _ files: OpenedFiles) throws(StoreError) {
        let (path, copy) = (file.realPath, file.restoredPath)
        _ = file.change(.remove(copy))
        do {
            try writer.connection.statement("VACUUM INTO ?").bind(copy).run()
            try Backup.sync(copy, file)
        } catch {
            _ = file.change(.remove(copy))
            throw file.storeError(error)
        }
        leave(files)
        do throws(StoreError) {
            try Backup.name(copy, path, file)
        } catch {
            // If another file has the path now, it is the store. Otherwise the data is in the copy only.
            guard FileIdentity(path) == nil else {
                _ = file.change(.remove(copy))
                throw error
            }
            throw StoreError(
                .unavailable,
                "\(path) was deleted and cannot be restored. Its data is in \(copy): rename that file to \(path).",
                cause: error.cause
            )
        }
    }

    /// Closes a file that is no longer at the path. SQLite finds the log by its name, so a connection to the old file that
    /// stayed open could use or remove the log of the new file.
    private func leave(_ files: OpenedFiles) {
        closeKeepingLog()
        files.removeLog()
    }
}

/// The identities of the opened files.
private final class OpenedFiles {
    private let file: DatabaseFile
    private let lock: FileLock
    private let logPath: String
    private let indexPath: String
    private let log: FileIdentity

    enum State {
        case unchanged
        /// The database is unchanged, but its log is gone.
        case withoutLog
        /// Another file is at the path.
        case replaced
        /// No file is at the path, and the database has another name.
        case movedAway
        /// No file is at the path, and the database has no name.
        case deleted
    }

    /// Must be called after the first write, because the log has to exist.
    init(_ file: DatabaseFile, _ lock: FileLock) throws(StoreError) {
        (logPath, indexPath) = (file.logPath, file.indexPath)
        guard let log = FileIdentity(logPath), lock.identity.isSame(as: FileIdentity(file.path)) else {
            throw StoreError(
                .unavailable,
                "\(file.path) or its log was removed while the store was being opened: find out which process removes files there."
            )
        }
        self.file = file
        self.lock = lock
        self.log = log
    }

    var state: State {
        if let found = FileIdentity(file.path) {
            guard found.isSame(as: lock.identity) else { return .replaced }
            return log.isSame(as: FileIdentity(logPath)) ? .unchanged : .withoutLog
        }
        return lock.nameCount == 0 ? .deleted : .movedAway
    }

    /// Removes the log and its index. Otherwise SQLite would use them for another file at the path. All connections must
    /// already be closed.
    func removeLog() {
        guard log.isSame(as: FileIdentity(logPath)) else { return }
        _ = file.change(.remove(logPath))
        _ = file.change(.remove(indexPath))
    }
}
