import Fairway
import FairwayWire

/// `explore`: whether an app stands being tried out.
struct Explore: Command {
    let name = "explore"
    let summary = "Walks through the app by itself, in memory, and says what fails and what it did not get to see."
    let examples = ["explore", "explore Tutorial --steps 500 --idiom pad", "explore --jobs"]

    /// What is walked through. Its services are called; its jobs are done where that is asked for.
    let app: App

    func run(_ options: ExploreOptions, console: Console) async throws -> ExitCode {
        var explorer = try await Explorer(
            app,
            startingWith: options.flow,
            on: Device(idiom: options.idiom),
            doesJobs: options.doesJobs
        )
        let exploration = try await explorer.explore(steps: options.steps)
        for finding in exploration.findings {
            console.say(Self.line(finding))
            console.say("    by: \(finding.walk.joined(separator: ", "))")
        }
        Self.list("only waits for what comes from outside", exploration.waiting.sorted(), console)
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
        case .failed(let code, let cause): "\(finding.step): \(code.rawValue)\(cause.map { ": \($0)" } ?? "")"
        case .unhandled: "\(finding.step): no flow takes this action"
        case .forgotten(nil): "\(finding.step): the session is another once it is read back"
        case .forgotten(let reason?): "\(finding.step): the session cannot be read back: \(reason)"
        }
    }

    private static func list(_ title: String, _ names: [String], _ console: Console) {
        if !names.isEmpty { console.say("\(title): \(names.joined(separator: ", "))") }
    }
}
