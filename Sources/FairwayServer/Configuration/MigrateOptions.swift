/// Which store is migrated, or copied to which other.
struct MigrateOptions: CommandOptions, Equatable {
    var store = StoreLocation.sqlite(path: "fairway.sqlite")
    var source: StoreLocation?
    var target: StoreLocation?

    static let flags: [Flag<Self>] = [
        Flag("store", \.store, .store, "Where sessions are kept."),
        Flag("from", \.source, .store, "A store that nobody serves, to be copied to another; it is left as it is."),
        Flag("to", \.target, .store, "The empty store that it is copied to."),
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
