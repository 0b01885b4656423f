import Fairway
import FairwayOperators

/// The `backup` command: copies a store to a file while it is in use.
struct BackUp: Command {
    let name = "backup"
    let summary = "Copies a store to a new file while it is in use."

    func run(_ options: BackupOptions, console: Console) async throws -> ExitCode {
        guard let file = options.file else { return .usage }
        let store = try options.store.open(.reading)
        try await store.backup(to: file)
        await store.close()
        console.say("\(options.store) is copied to \(file)")
        return .success
    }
}

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
