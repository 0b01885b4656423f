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
        console.say("\(options.store) is up to date")
        return .success
    }

    /// Copies a store. An interrupted copy continues when the command runs again.
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

/// The `check` command: finds sessions that this build cannot read, and keys without a translation.
struct Check: Command {
    let name = "check"
    let summary = "Lists the sessions of a store that this build cannot continue, and keys without a translation."

    let app: App

    func run(_ options: StoreOptions, console: Console) async throws -> ExitCode {
        let store = try options.store.open(.reading)
        let engine = try Engine(app, store: store)
        let report = try await engine.check()
        // Looks up the keys of titles, controls, choices and examples.
        _ = await engine.catalog()
        await store.close()
        for problem in report.problems { console.say("damaged: \(problem)") }
        for (flow, count) in report.stranded.sorted(by: { $0.value > $1.value }) {
            console.say("stranded: \(Self.sessions(count)) in \(flow.flow): \(flow.reason)")
        }
        for (screen, count) in report.failing.sorted(by: { $0.value > $1.value }) {
            let times = count == 1 ? "once" : "\(count) times"
            console.say("failing: \(screen.screen) of \(screen.flow), \(times): \(screen.reason)")
        }
        let others = report.failures - report.failing.values.reduce(0, +)
        if others > 0 { console.say("failing: \(others) more, for other reasons") }
        for missing in engine.missingTranslations { console.say("untranslated: \(missing.sentence)") }
        let stranded = report.stranded.values.reduce(0, +)
        console.say("\(Self.sessions(report.sessions)) read, \(stranded) stranded, \(report.failures) failing")
        return report.isClean ? .success : .failure
    }

    private static func sessions(_ count: Int) -> String { "\(count) session\(count == 1 ? "" : "s")" }
}

extension MissingTranslation {
    var sentence: String { "“\(key)” has no translation to \(language)." }
}

struct StoreOptions: CommandOptions, Equatable {
    var store = StoreLocation.sqlite(path: "fairway.sqlite")

    static let flags: [Flag<Self>] = [
        Flag("store", \.store, .store, "Where sessions are kept.")
    ]
}
