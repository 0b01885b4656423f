import CSQLite
import Fairway

/// An error that SQLite returned (https://sqlite.org/rescode.html).
struct SQLiteFailure: Error, CustomStringConvertible {
    /// The extended result code.
    let code: Int32
    /// SQLite's message.
    let message: String
    /// The action that failed, such as "checkpoint".
    let action: String

    init(_ code: Int32, _ message: String, while action: String) {
        self.code = code
        self.message = message
        self.action = action
    }

    /// The result code without its extension.
    var primaryCode: Int32 { code & 0xff }

    /// Whether the error was caused by the statement and not by the file. Other statements can succeed.
    var concernsOnlyItsStatement: Bool {
        [SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE].contains(primaryCode)
    }

    /// Whether SQLite found damage. A disk error can look like damage until the file is opened again.
    var meansDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primaryCode) }

    var description: String { "SQLite error \(code) while trying to \(action): \(message)" }

    /// The error for callers of the store, with a remedy, and SQLite's message as the cause.
    func storeError(_ path: String) -> StoreError {
        let isDamage = [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_MISMATCH].contains(primaryCode)
        return StoreError(isDamage ? .damaged : .unavailable, message(path), cause: description)
    }

    private func message(_ path: String) -> String {
        switch primaryCode {
        case SQLITE_FULL:
            "The disk that holds \(path) is full: free some space, and the server continues."
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            "\(path) cannot be written to: give this user write access to the file and its folder, and check that the "
                + "disk is not mounted read-only."
        case SQLITE_BUSY, SQLITE_LOCKED:
            "Another process holds a lock on \(path): close the program that has it open, such as a sqlite3 shell."
        case SQLITE_IOERR:
            "The disk that holds \(path) reports an error: check the system log and the disk."
        case SQLITE_CANTOPEN:
            "\(path) cannot be opened: check that its folder exists and that this user has read and write access to it."
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            "SQLite found damage in \(path): stop the server, and run the command `check`."
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH:
            "\(path) contains data that conflicts with a change: run the command `check`."
        case SQLITE_NOMEM: "SQLite ran out of memory: give the process more."
        default: "SQLite reported an error for \(path): see the cause."
        }
    }
}
