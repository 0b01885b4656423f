/// Which store a command looks at.
struct StoreOptions: CommandOptions, Equatable {
    var store = StoreLocation.sqlite(path: "fairway.sqlite")

    static let flags: [Flag<Self>] = [
        Flag("store", \.store, .store, "Where sessions are kept.")
    ]
}
