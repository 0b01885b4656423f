import CSQLite

/// What SQLite answered when it could not do something. https://sqlite.org/rescode.html
struct SQLiteFailure: Error, CustomStringConvertible {
    /// The extended result code.
    let code: Int32
    /// What SQLite said.
    let message: String
    /// What it was to do.
    let action: String

    init(_ code: Int32, _ message: String, while action: String) {
        self.code = code
        self.message = message
        self.action = action
    }

    /// The result code without its extension.
    var primaryCode: Int32 { code & 0xff }

    /// Whether what was written is at fault and not the file: then one change fails, and those beside it do not.
    var concernsOnlyItsStatement: Bool {
        [SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE].contains(primaryCode)
    }

    /// Whether SQLite took what it read for damaged. After an error of the disk that may pass.
    var meansDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primaryCode) }

    var description: String { "SQLite \(code): \(message), while it was to \(action)" }
}
