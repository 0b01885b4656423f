import Fairway

/// `backup`: a copy of a store, as it is at one moment, while it is served.
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
