import Fairway

/// `check`: whether this build can go on with everything a store holds.
struct Check: Command {
    let name = "check"
    let summary = "Reads every session of a store with this build's code, and says which would be stranded."

    /// Whose flows are to be read.
    let app: App

    func run(_ options: StoreOptions, console: Console) async throws -> ExitCode {
        let store = try options.store.open(.reading)
        let report = try await Engine(app, store: store).check()
        await store.close()
        for problem in report.problems { console.say("damaged: \(problem)") }
        for (flow, count) in report.stranded.sorted(by: { $0.value > $1.value }) {
            console.say("stranded: \(Self.sessions(count)) in \(flow.flow): \(flow.reason)")
        }
        console.say("\(Self.sessions(report.sessions)) read, \(report.stranded.values.reduce(0, +)) stranded")
        return report.isClean ? .success : .failure
    }

    private static func sessions(_ count: Int) -> String { "\(count) session\(count == 1 ? "" : "s")" }
}
