import Fairway
import FairwayWire

/// The `explore` command: drives an app with generated actions and reports failures.
struct Explore: Command {
    let name = "explore"
    let summary = "Explores the app in memory with generated actions. Lists failures and unreached screens."
    let examples = ["explore", "explore Tutorial --steps 500 --idiom pad", "explore --jobs", "explore --trace"]

    /// The app to explore. Its services are called; its jobs run only with `--jobs`.
    let app: App

    func run(_ options: ExploreOptions, console: Console) async throws -> ExitCode {
        var explorer = try await Explorer(
            app,
            startingWith: options.flow,
            skipping: options.skipped,
            on: Device(idiom: options.idiom),
            doesJobs: options.doesJobs
        ) { if options.isTraced { console.say($0) } }
        let exploration = try await explorer.explore(steps: options.steps)
        for finding in exploration.findings {
            console.say(Self.line(finding))
            console.say("    by: \(finding.walk.joined(separator: ", "))")
        }
        Self.list("no action found on", exploration.waiting.sorted(), console)
        // A single flow reaches only a part of the app. The lists would name all the rest.
        if options.flow == nil {
            Self.list("screens not reached", exploration.unreached, console)
            Self.list("actions not tried", exploration.untried, console)
        }
        let count = exploration.findings.count
        console.say(
            """
            \(exploration.steps) steps in \(exploration.sessions) sessions: \(exploration.coverage), \
            \(count) fault\(count == 1 ? "" : "s") found
            """
        )
        return exploration.findings.isEmpty ? .success : .failure
    }

    private static func line(_ finding: Exploration.Finding) -> String {
        switch finding.fault {
        case .failed(let code, let cause): "\(finding.step): \(code.rawValue)\(cause.map { ": " + brief($0) } ?? "")"
        case .unhandled: "\(finding.step): no flow handles this action"
        case .undelivered(let error): "\(finding.step): the result could not be delivered to its flow: \(brief(error))"
        case .changed: "\(finding.step): the session differs after it is read back from the store"
        case .unreadable(let reason):
            "\(finding.step): the session cannot be read back from the store: \(brief(reason))"
        }
    }

    /// The first line, shortened.
    private static func brief(_ text: String) -> String {
        let line = text.prefix { !$0.isNewline }.prefix(300)
        return line.count < text.count ? "\(line)…" : text
    }

    private static func list(_ title: String, _ names: [String], _ console: Console) {
        if !names.isEmpty { console.say("\(title): \(names.joined(separator: ", "))") }
    }
}

struct ExploreOptions: CommandOptions, Equatable {
    var flow: String?
    var skipped: String?
    var steps = 5_000
    var idiom = Device.Idiom.phone
    var doesJobs = false
    var isTraced = false

    static let operands: [Flag<Self>] = [
        Flag("flow", \.flow, .text("[FLOW]"), "The only flow to start; all flows by default.")
    ]

    static let flags: [Flag<Self>] = [
        Flag(
            "skip",
            \.skipped,
            .text("FLOW"),
            "A flow to leave out, for example because it is slow or has side effects."
        ),
        Flag("steps", \.steps, .integer(in: 1...1_000_000), "The number of steps to take."),
        Flag("idiom", \.idiom, .choice, "The kind of device to simulate."),
        Flag(
            "jobs",
            \.doesJobs,
            .yes,
            "Runs the app's jobs with their side effects. By default, each job fails."
        ),
        Flag("trace", \.isTraced, .yes, "Prints each step before it is taken, to find the cause of a crash."),
    ]
}
