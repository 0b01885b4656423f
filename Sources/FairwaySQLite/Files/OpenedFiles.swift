import Fairway

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The files behind open connections, so that it shows when their names lead elsewhere: SQLite would go on writing into
/// files that nobody finds again (https://sqlite.org/howtocorrupt.html, section 4.3, "Unlinking or renaming a database
/// file while in use").
final class OpenedFiles {
    private let file: DatabaseFile
    private let database: FileIdentity
    private let log: FileIdentity
    /// Kept open until all connections are closed: closing it earlier would drop SQLite's locks (howtocorrupt.html, 2.2).
    private let descriptor: Int32

    /// What the names lead to now.
    enum Place {
        /// What was opened.
        case unchanged
        /// The database, but not its log.
        case withoutLog
        /// Another file.
        case replaced
        /// Nothing, and the file has another name now.
        case movedAway
        /// Nothing, and the file has no name any more.
        case deleted
    }

    /// To be made after the log has been written to, which is when it is there.
    init(_ file: DatabaseFile) throws(StoreError) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, let database = FileIdentity(descriptor: descriptor) else {
            if descriptor >= 0 { close(descriptor) }
            throw StoreError(.unavailable, "\(file.path) vanished while it was being opened: look at who removed it.")
        }
        guard let log = FileIdentity(file.logPath), database.isSame(as: FileIdentity(file.path)) else {
            close(descriptor)
            throw StoreError(
                .unavailable,
                "\(file.logPath) vanished while it was being opened: look at who removed it."
            )
        }
        self.file = file
        self.descriptor = descriptor
        self.database = database
        self.log = log
    }

    deinit { close(descriptor) }

    var place: Place {
        if let found = FileIdentity(file.path) {
            guard found.isSame(as: database) else { return .replaced }
            return log.isSame(as: FileIdentity(file.logPath)) ? .unchanged : .withoutLog
        }
        return FileIdentity(descriptor: descriptor)?.nameCount == 0 ? .deleted : .movedAway
    }

    /// Removes the log and its index, should they still be there: in front of another file they would be taken for its
    /// own. To be called when all connections are closed.
    func removeLog() {
        guard log.isSame(as: FileIdentity(file.logPath)) else { return }
        unlink(file.logPath)
        unlink(file.path + "-shm")
    }
}
