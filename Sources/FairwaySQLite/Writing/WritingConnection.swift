import Fairway

/// The connection that writes, kept on the file that the store's path leads to, and that file's lock.
///
/// A database is made at the first start only. Should its file be gone later, nothing is written until it is back.
final class WritingConnection {
    private let file: DatabaseFile
    private let places: SessionPlaces
    /// Closes all other connections: they are opened again when they are needed.
    private let closeOthers: () -> Void
    /// Of the file that is open, or was last; nil once the store is closed. It goes after the connections, see ``FileLock``.
    private var lock: FileLock?
    private var opened: (writer: CommitWriter, files: OpenedFiles)?

    init(_ file: DatabaseFile, _ places: SessionPlaces, closeOthers: @escaping () -> Void) throws(StoreError) {
        self.file = file
        self.places = places
        self.closeOthers = closeOthers
        let lock = try FileLock(file.path, mayCreate: true)
        self.lock = lock
        try open(lock, mayMake: true)
    }

    deinit { close() }

    /// The connection, after a look at whether its files are still there. One look costs two calls of the system, which
    /// is little beside the sync that follows.
    func ready() throws(StoreError) -> CommitWriter {
        if let opened {
            switch opened.files.place {
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
        return try open(lockOfPath(), mayMake: false)
    }

    /// The connection as it was used last.
    var current: Connection? { opened?.writer.connection }

    /// Closes the file and gives the lock back. All other connections have to be closed.
    func close() {
        opened = nil
        lock = nil
    }

    /// Closes the files, with the log as it is. Whoever opens them next finds all of it still to be moved into the
    /// database file, unless another process has them open (https://sqlite.org/walformat.html, section 4, "Recovery").
    func closeKeepingLog() {
        current?.keepLogOnClose()
        closeOthers()
        opened = nil
    }

    /// The lock of the file that the path leads to now: another one when somebody put another file in its place, a backup for one.
    private func lockOfPath() throws(StoreError) -> FileLock {
        if let lock, lock.identity.isSame(as: FileIdentity(file.path)) { return lock }
        let other = try FileLock(file.path, mayCreate: false)
        lock = other
        return other
    }

    @discardableResult
    private func open(_ lock: FileLock, mayMake: Bool) throws(StoreError) -> CommitWriter {
        do {
            let writer = try CommitWriter(try file.openForWriting(mayMake: mayMake), places)
            // The log is made by the first write.
            try writer.connection.execute("BEGIN IMMEDIATE")
            try writer.probe()
            try writer.connection.execute("COMMIT")
            opened = (writer, try OpenedFiles(file, lock))
            return writer
        } catch {
            throw file.storeError(error)
        }
    }

    /// The log was deleted, but it is still open: what is only there goes to the database file now.
    private func saveLog(_ writer: CommitWriter) throws(StoreError) {
        closeOthers()
        do {
            guard try writer.connection.checkpoint().isComplete else {
                throw StoreError(.unavailable, "\(file.logPath) was deleted and is being read by another process.")
            }
        } catch {
            throw file.storeError(error)
        }
        opened = nil
    }

    /// The database was deleted, but it is still open: it is written out again under its name.
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
            // Another file has taken the name and is the store from now on. Without one, the copy is all that is left.
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

    private func leave(_ files: OpenedFiles) {
        // SQLite finds the log by its name, so no connection to the old file may be there when the new one is opened,
        // and none may remove a log when it closes.
        closeKeepingLog()
        files.removeLog()
    }
}
