import Fairway

/// The `migrate` command: updates a store's schema, or copies a store to another database.
struct Migrate: Command {
    let name = "migrate"
    let summary = "Updates a store to the schema of this build, as serve does, or copies it to another store."

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
        // Opening a store for serving updates its schema.
        let store = try options.store.open(.serving)
        await store.close()
        for warning in store.warnings { console.say("warning: \(warning)") }
        console.say("\(options.store) is up to date")
        return .success
    }

    /// Copies a store. An interrupted copy continues when the command runs again.
    private func copy(_ source: StoreLocation, _ target: StoreLocation, _ console: Console) async throws {
        let copied = try await source.openForCopying()
        for warning in copied.warnings { console.say("warning: \(warning)") }
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

struct MigrateOptions: CommandOptions, Equatable {
    var store = StoreLocation.sqlite(path: "fairway.sqlite")
    var source: StoreLocation?
    var target: StoreLocation?

    static let flags: [Flag<Self>] = [
        Flag("store", \.store, .store, "Where sessions are kept."),
        Flag("from", \.source, .store, "The store to copy from. It is not changed, and must not be in use."),
        Flag("to", \.target, .store, "The empty store to copy to."),
    ]

    func validate() throws(CommandError) {
        guard (source == nil) == (target == nil) else {
            throw CommandError(
                .missingValue,
                "--from and --to belong together: migrate --from sqlite:fairway.sqlite --to postgres://host/database."
            )
        }
    }
}
