import Fairway

/// `migrate`: brings a store to this build's schema, or moves it to another database.
struct Migrate: Command {
    let name = "migrate"
    let summary = "Brings a store to this build's schema, as serve does, too; or copies it to another."

    var examples: [String] {
        [
            "migrate --store sqlite:fairway.sqlite",
            "migrate --from sqlite:fairway.sqlite --to postgres://host/database",
        ]
    }

    func run(_ options: MigrateOptions, console: Console) async throws -> ExitCode {
        if let source = options.source, let target = options.target {
            try await copy(source, target, console)
            return .success
        }
        // Opening a store to serve it is what migrates it.
        let store = try options.store.open(.serving)
        await store.close()
        console.say("\(options.store) is up to date")
        return .success
    }

    /// One that is interrupted goes on when it is run again.
    private func copy(_ source: StoreLocation, _ target: StoreLocation, _ console: Console) async throws {
        let copied = try await source.openForCopying()
        let copy = StoreCopy(from: copied, to: try target.openAsCopy())
        do {
            for (table, rows) in try await copy.run() { console.say("\(table): \(rows) rows, the same in both") }
        } catch {
            throw CommandError(error)
        }
        await copied.close()
        console.say("\(source) is copied to \(target)")
    }
}
