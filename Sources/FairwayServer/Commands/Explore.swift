import Fairway
import FairwayWire

/// `explore`: whether an app stands being tried out.
struct Explore: Command {
    let name = "explore"
    let summary = "Walks through the app by itself, in memory, and says what fails and what it did not get to see."
    let examples = ["explore", "explore Tutorial --steps 500 --idiom pad", "explore --jobs", "explore --trace"]

    /// What is walked through. Its services are called; its jobs are done where that is asked for.
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
        Self.list("nothing could be done on", exploration.waiting.sorted(), console)
        // From one flow most of an app is not to be seen, and that is not worth a list.
        if options.flow == nil {
            Self.list("not seen", exploration.unreached, console)
            Self.list("not tried", exploration.untried, console)
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
        case .unhandled: "\(finding.step): no flow takes this action"
        case .unheard(let error): "\(finding.step): its flow could not be told: \(brief(error))"
        case .changed: "\(finding.step): the session is another once it is read back"
        case .unreadable(let reason): "\(finding.step): the session cannot be read back: \(brief(reason))"
        }
    }

    /// The beginning of what may have many lines.
    private static func brief(_ text: String) -> String {
        let line = text.prefix { !$0.isNewline }.prefix(300)
        return line.count < text.count ? "\(line)…" : text
    }

    private static func list(_ title: String, _ names: [String], _ console: Console) {
        if !names.isEmpty { console.say("\(title): \(names.joined(separator: ", "))") }
    }
}
