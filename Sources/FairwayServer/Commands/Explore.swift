import Fairway
import FairwayWire

/// The `explore` command: drives an app with generated actions and reports failures.
struct Explore: Command {
    let name = "explore"
    let summary = "Explores the app with generated actions. Lists failures and unreached screens."
    let examples = [
        "explore", "explore Tutorial --steps 500 --idiom pad", "explore --jobs", "explore --graph flows.json",
    ]

    /// The app to explore. Its services are called; its jobs run only with `--jobs`.
    let app: App

    var completions: [String: [String]] { ["flow": app.flowNames, "skip": app.flowNames] }

    func run(_ options: ExploreOptions, console: Console) async throws -> ExitCode {
        var explorer = try await Explorer(
            app,
            startingWith: options.flow,
            skipping: options.skipped,
            on: Device(idiom: options.idiom),
            doesJobs: options.doesJobs
        ) { if options.isTraced { console.say($0) } }
        // A trace shows the progress, too.
        let progress = options.isTraced ? nil : console.terminal.map { ProgressLine(columns: $0.columns) }
        let exploration = try await explorer.explore(steps: options.steps) { exploration in
            if let progress { console.output(progress.bytes(exploration, of: options.steps)) }
        }
        if let progress { console.output(progress.clearing) }
        if let file = options.graphFile { try explorer.graphs().write(to: file) }
        ExplorationReport(
            exploration,
            untranslated: explorer.missingTranslations,
            terminal: console.terminal
        ).lines.forEach(console.say)
        return exploration.findings.isEmpty ? .success : .failure
    }
}

/// A line on a terminal that is rewritten after each step.
struct ProgressLine {
    /// The width of the terminal.
    let columns: Int

    /// Writes the line over the previous one, and leaves the cursor at its start.
    func bytes(_ exploration: Exploration, of steps: Int) -> [UInt8] {
        let screens = exploration.screenCoverage
        let faults = exploration.findings.count
        return bytes(
            "\(exploration.steps) of \(steps) steps, \(screens.reached) of \(screens.all) screens, "
                + "\(faults) fault\(faults == 1 ? "" : "s")"
        )
    }

    /// Clears the line.
    var clearing: [UInt8] { bytes("") }

    /// Spaces clear the rest of the line, because a terminal may not interpret escape sequences.
    private func bytes(_ text: String) -> [UInt8] {
        let line = String(text.prefix(max(0, columns - 1)))
        return Array((line + String(repeating: " ", count: max(0, columns - 1 - line.count)) + "\r").utf8)
    }
}

/// The results of an exploration as lines. On a terminal they are styled, and coverage is shown as bars.
struct ExplorationReport {
    private(set) var lines: [String] = []
    private let terminal: OutputTerminal?

    /// - Parameters:
    ///   - exploration: The results.
    ///   - untranslated: The keys without a translation that were reached.
    ///   - terminal: The terminal; nil if other programs read the lines.
    init(
        _ exploration: Exploration,
        untranslated: [MissingTranslation] = [],
        terminal: OutputTerminal?
    ) {
        self.terminal = terminal
        for finding in exploration.findings {
            lines.append(styled(Self.line(finding), .failure))
            lines.append("    by: \(finding.walk.joined(separator: ", "))")
        }
        list("no action found on", exploration.waiting.sorted())
        list("screens not reached", exploration.unreached)
        if terminal == nil {
            list("actions not tried", exploration.untried.map(\.step))
        } else {
            listActions(exploration.untried.filter { exploration.reached.contains($0.screen) })
        }
        lines += untranslated.map { "untranslated: \($0.sentence)" }
        let count = exploration.findings.count
        let walked = "\(exploration.steps) steps in \(exploration.sessions) sessions"
        let (screens, actions) = (exploration.screenCoverage, exploration.actionCoverage)
        let isComplete = screens.isComplete && actions.isComplete
        let faults = styled(
            "\(count) fault\(count == 1 ? "" : "s") found",
            count > 0 ? .failure : isComplete ? .success : .warning
        )
        if let terminal {
            addBar("Screens", screens, terminal)
            addBar("Actions", actions, terminal)
            lines.append("\(walked), \(faults)\(isComplete ? "" : "; not everything was reached")")
        } else {
            let coverage = """
                \(screens.reached) of \(screens.all) screens seen, \(actions.reached) of \(actions.all) actions tried
                """
            lines.append("\(walked): \(coverage), \(faults)")
        }
    }

    private mutating func addBar(_ title: String, _ coverage: Exploration.Coverage, _ terminal: OutputTerminal) {
        let counts = "  \(coverage.reached) of \(coverage.all)"
        let width = min(40, max(0, terminal.columns - title.count - 2 - counts.count))
        let bar = styled(coverage.bar(width: width), coverage.isComplete ? .success : .warning)
        lines.append("\(title)  \(bar)\(counts)")
    }

    private func styled(_ text: String, _ style: OutputStyle) -> String { terminal?.text(text, style) ?? text }

    private mutating func list(_ title: String, _ names: [String]) {
        guard !names.isEmpty else { return }
        guard terminal != nil else {
            lines.append("\(title): \(names.joined(separator: ", "))")
            return
        }
        lines.append(styled("\(title):", .quiet))
        lines += names.map { "  \($0)" }
    }

    /// Lists actions in a column beside their screens.
    private mutating func listActions(_ actions: [Exploration.Action]) {
        let width = actions.map(\.screen.count).max() ?? 0
        var rows: [String] = []
        var last: String?
        for action in actions {
            let screen = action.screen == last ? "" : action.screen
            rows.append("\(screen)\(String(repeating: " ", count: width - screen.count))  \(action.name)")
            last = action.screen
        }
        list("actions not tried on reached screens", rows)
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
}

struct ExploreOptions: CommandOptions, Equatable {
    var flow: String?
    var skipped: String?
    var steps = 5_000
    var idiom = Device.Idiom.phone
    var doesJobs = false
    var isTraced = false
    var graphFile: String?

    static let operands: [Flag<Self>] = [
        Flag("flow", \.flow, .text("[FLOW]"), "The only flow to start; all by default. Coverage counts its screens.")
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
        Flag("graph", \.graphFile, .text("FILE"), "Writes the screens and edges that were reached, for serve --graph."),
    ]
}
