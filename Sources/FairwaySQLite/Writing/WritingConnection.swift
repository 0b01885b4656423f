import Fairway

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The connection that writes, kept on the files that the store's path leads to.
final class WritingConnection {
    private let file: DatabaseFile
    private let places: SessionPlaces
    /// Closes all other connections: they are opened again when they are needed.
    private let closeOthers: () -> Void
    private var opened: (writer: CommitWriter, files: OpenedFiles)?

    init(_ file: DatabaseFile, _ places: SessionPlaces, closeOthers: @escaping () -> Void) throws(StoreError) {
        self.file = file
        self.places = places
        self.closeOthers = closeOthers
        try open()
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
            case .replaced: adopt(opened.files)
            case .movedAway:
                throw StoreError(
                    .unavailable,
                    "\(file.path) has been moved away under the server: move it back, and changes are taken again."
                )
            }
        }
        return try open()
    }

    /// The connection as it was used last.
    var current: Connection? { opened?.writer.connection }

    func close() { opened = nil }

    /// Closes the files, with the log as it is. Whoever opens them next finds all of it still to be moved into the
    /// database file, unless another process has them open (https://sqlite.org/walformat.html, section 4, "Recovery").
    func closeKeepingLog() {
        current?.keepLogOnClose()
        closeOthers()
        close()
    }

    @discardableResult
    private func open() throws(StoreError) -> CommitWriter {
        do {
            let writer = try CommitWriter(try file.openForWriting(), places)
            // The log is made by the first write.
            try writer.connection.execute("BEGIN IMMEDIATE")
            try writer.probe()
            try writer.connection.execute("COMMIT")
            opened = (writer, try OpenedFiles(file))
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
        close()
    }

    /// The database was deleted, but it is still open: it is written out again under its name.
    private func restore(_ writer: CommitWriter, _ files: OpenedFiles) throws(StoreError) {
        let copy = file.path + "-restored"
        unlink(copy)
        do {
            try writer.connection.statement("VACUUM INTO ?").bind(copy).run()
            try Backup.sync(copy)
            leave(files)
            // Should a file have come back meanwhile, it stays, and is looked at next.
            _ = link(copy, file.path)
            unlink(copy)
            try Backup.sync(Backup.folder(of: file.path))
        } catch {
            unlink(copy)
            throw file.storeError(error)
        }
    }

    /// Somebody put another file in the place, a backup for one: it is the store from now on.
    private func adopt(_ files: OpenedFiles) { leave(files) }

    private func leave(_ files: OpenedFiles) {
        // SQLite finds the log by its name, so no connection to the old file may be there when the new one is opened,
        // and none may remove a log when it closes.
        closeKeepingLog()
        files.removeLog()
    }
}
