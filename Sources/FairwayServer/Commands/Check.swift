import Fairway

/// The `check` command: finds sessions that this build cannot read.
struct Check: Command {
    let name = "check"
    let summary = "Reads every session of a store with this build and lists those it cannot continue."

    let app: App

    func run(_ options: StoreOptions, console: Console) async throws -> ExitCode {
        let store = try options.store.open(.reading)
        let report = try await Engine(app, store: store).check()
        await store.close()
        for problem in report.problems { console.say("damaged: \(problem)") }
        for (flow, count) in report.stranded.sorted(by: { $0.value > $1.value }) {
            console.say("stranded: \(Self.sessions(count)) in \(flow.flow): \(flow.reason)")
        }
        for (screen, count) in report.failing.sorted(by: { $0.value > $1.value }) {
            console.say("failing: \(Self.sessions(count)) at \(screen.screen) of \(screen.flow): \(screen.reason)")
        }
        console.say("\(Self.sessions(report.sessions)) read, \(report.stranded.values.reduce(0, +)) stranded")
        return report.isClean ? .success : .failure
    }

    private static func sessions(_ count: Int) -> String { "\(count) session\(count == 1 ? "" : "s")" }
}

struct StoreOptions: CommandOptions, Equatable {
    var store = StoreLocation.sqlite(path: "fairway.sqlite")

    static let flags: [Flag<Self>] = [
        Flag("store", \.store, .store, "Where sessions are kept.")
    ]
}
