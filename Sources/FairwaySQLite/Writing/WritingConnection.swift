import Fairway

/// The connection that writes, and the lock of its file.
///
/// If the file is deleted, moved or replaced while the server runs, SQLite goes on writing to the file that it opened
/// (https://sqlite.org/howtocorrupt.html, section 4.3). So ``ready()`` looks at the files before each group of writes. Only the
/// first start creates a database.
final class WritingConnection {
    private let file: DatabaseFile
    /// Closes all other connections. They are opened again when they are needed.
    private let closeOthers: () -> Void
    /// Nil once the store is closed. It has to be released after the connections are closed, see ``FileLock``.
    private var lock: FileLock?
    private var opened: (writer: CommitWriter, files: OpenedFiles)?

    init(_ file: DatabaseFile, closeOthers: @escaping () -> Void) throws(StoreError) {
        self.file = file
        self.closeOthers = closeOthers
        let lock = try FileLock(file.path, mayCreate: true)
        self.lock = lock
        try open(lock, mayMake: true)
    }

    deinit { close() }

    /// The connection. The look at the files costs two system calls.
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
                    "\(file.path) has been moved away under the server: move it back, and changes are taken again."
                )
            }
        }
        return try open(currentLock(), mayMake: false)
    }

    /// The connection, if one is open.
    var current: SQLiteConnection? { opened?.writer.connection }

    /// Closes the file and releases the lock. All other connections have to be closed.
    func close() {
        opened = nil
        lock = nil
    }

    /// Closes the file without a checkpoint. The next connection finds all of the log (https://sqlite.org/walformat.html, section
    /// 4, "Recovery").
    func closeKeepingLog() {
        current?.keepLogOnClose()
        closeOthers()
        opened = nil
    }

    /// The lock of the file that has the path now. A restored backup is another file.
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
                throw StoreError(.unavailable, "\(file.logPath) was deleted and is being read by another process.")
            }
        } catch {
            throw file.storeError(error)
        }
        opened = nil
    }

    /// Copies a database that was deleted but is still open to its path.
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
            // A file that has taken the path is the store from now on. Without one, the data is in the copy only.
            guard FileIdentity(path) == nil else {
                _ = file.change(.remove(copy))
                throw error
            }
            throw StoreError(
                .unavailable,
                "\(path) was deleted and cannot be written again. Its data is in \(copy): rename that file to \(path).",
                cause: error.cause
            )
        }
    }

    /// Closes a file that does not have the path any more. SQLite finds the log by its name, so a connection to the old file
    /// must not remain open beside the new file, and none may remove the new file's log.
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
        /// The path belongs to another file.
        case replaced
        /// The database has another name.
        case movedAway
        /// The database has no name.
        case deleted
    }

    /// The log has to exist, so this follows the first write.
    init(_ file: DatabaseFile, _ lock: FileLock) throws(StoreError) {
        (logPath, indexPath) = (file.logPath, file.indexPath)
        guard let log = FileIdentity(logPath), lock.identity.isSame(as: FileIdentity(file.path)) else {
            throw StoreError(
                .unavailable,
                "\(file.path) or its log vanished while it was being opened: look at who removed it."
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

    /// Removes the log and its index, which SQLite would take for those of another file at the path. All connections have to be
    /// closed.
    func removeLog() {
        guard log.isSame(as: FileIdentity(logPath)) else { return }
        _ = file.change(.remove(logPath))
        _ = file.change(.remove(indexPath))
    }
}
