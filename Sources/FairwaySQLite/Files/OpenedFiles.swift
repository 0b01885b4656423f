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
    private let lock: FileLock
    private let logPath: String
    private let indexPath: String
    private let log: FileIdentity

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

    var place: Place {
        if let found = FileIdentity(file.path) {
            guard found.isSame(as: lock.identity) else { return .replaced }
            return log.isSame(as: FileIdentity(logPath)) ? .unchanged : .withoutLog
        }
        return lock.nameCount == 0 ? .deleted : .movedAway
    }

    /// Removes the log and its index, should they still be there: in front of another file they would be taken for its
    /// own. To be called when all connections are closed.
    func removeLog() {
        guard log.isSame(as: FileIdentity(logPath)) else { return }
        _ = file.change(.remove(logPath))
        _ = file.change(.remove(indexPath))
    }
}
