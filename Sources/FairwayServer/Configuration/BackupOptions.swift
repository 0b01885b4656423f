/// What `backup` copies, and where to.
struct BackupOptions: CommandOptions, Equatable {
    var store = StoreLocation.sqlite(path: "fairway.sqlite")
    var file: String?

    static let flags: [Flag<Self>] = [
        Flag("store", \.store, .store, "Where sessions are kept.")
    ]

    static let operands: [Flag<Self>] = [
        Flag("file", \.file, .text("FILE"), "The file to write; it must not exist yet.")
    ]

    func validate() throws(CommandError) {
        guard file == nil else { return }
        throw CommandError(.missingValue, "backup needs the FILE to write: backup fairway-backup.sqlite.")
    }
}
