import Fairway

/// `migrate`: brings a store to this build's schema.
struct Migrate: Command {
    let name = "migrate"
    let summary = "Brings a store to this build's schema; serve does so too."

    func run(_ options: StoreOptions, console: Console) async throws -> ExitCode {
        // Opening a store to serve it is what migrates it.
        let store = try options.store.open(.serving)
        await store.close()
        console.say("\(options.store) is up to date")
        return .success
    }
}
