import CSQLite
import Fairway

/// An error that SQLite returned (https://sqlite.org/rescode.html).
struct SQLiteFailure: Error, CustomStringConvertible {
    /// The extended result code.
    let code: Int32
    /// SQLite's message.
    let message: String
    /// The call that failed, in words.
    let action: String

    init(_ code: Int32, _ message: String, while action: String) {
        self.code = code
        self.message = message
        self.action = action
    }

    /// The result code without its extension.
    var primaryCode: Int32 { code & 0xff }

    /// Whether the statement is at fault and not the file. Other statements can succeed.
    var concernsOnlyItsStatement: Bool {
        [SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE].contains(primaryCode)
    }

    /// Whether SQLite found damage. A disk error can look like damage until the file is opened again.
    var meansDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primaryCode) }

    var description: String { "SQLite \(code): \(message), while it was to \(action)" }

    /// The error for callers of the store, with a remedy, and SQLite's message as the cause.
    func storeError(_ path: String) -> StoreError {
        let isDamage = [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_MISMATCH].contains(primaryCode)
        return StoreError(isDamage ? .damaged : .unavailable, message(path), cause: description)
    }

    private func message(_ path: String) -> String {
        switch primaryCode {
        case SQLITE_FULL:
            "The disk that holds \(path) is full: free some space; changes are taken again as soon as there is some."
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            "\(path) cannot be written to: let this user write to the file and its folder, and see that the disk is "
                + "not mounted read-only."
        case SQLITE_BUSY, SQLITE_LOCKED:
            "Another process holds a lock on \(path): close what has it open, a sqlite3 shell for one."
        case SQLITE_IOERR:
            "The disk that holds \(path) reports an error: look at the system's log, and at the disk."
        case SQLITE_CANTOPEN:
            "\(path) cannot be opened: see that its folder is there and that this user may read and write in it."
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            "SQLite finds damage in \(path): stop the server, and run the command `check`."
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH:
            "A change does not fit what is stored in \(path): run the command `check`."
        case SQLITE_NOMEM: "There is no memory left for SQLite: give the process more."
        default: "SQLite could not work with \(path): the cause says why."
        }
    }
}
