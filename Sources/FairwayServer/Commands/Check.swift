import Fairway
import FairwayOperators

/// The `check` command: finds sessions that this build cannot read, and keys without a translation.
struct Check: Command {
    let name = "check"
    let summary = "Lists the sessions of a store that this build cannot continue, and keys without a translation."

    let app: App

    func run(_ options: StoreOptions, console: Console) async throws -> ExitCode {
        let store = try options.store.open(.reading)
        let operators = try Operators(app, store: store)
        let engine = operators.engine
        let report = try await operators.check()
        // Looks up the keys of titles, controls, choices and examples.
        _ = await engine.catalog()
        await store.close()
        for warning in store.warnings { console.say("\(warning.isDamage ? "damaged" : "warning"): \(warning)") }
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
        for (work, count) in report.unreadableWork.sorted(by: { $0.value > $1.value }) {
            console.say("unreadable: \(count) of the \(work.kind.rawValue) \(work.name): \(work.reason)")
        }
        let more = report.unreadable - report.unreadableWork.values.reduce(0, +)
        if more > 0 { console.say("unreadable: \(more) more, for other reasons") }
        for line in Self.lines(aboutMembersIn: report) { console.say(line) }
        for missing in engine.missingTranslations { console.say("untranslated: \(missing.sentence)") }
        let stranded = report.stranded.values.reduce(0, +)
        console.say("\(Self.sessions(report.sessions)) read, \(stranded) stranded, \(report.failures) failing")
        return report.isClean && !store.warnings.contains(where: \.isDamage) ? .success : .failure
    }

    private static func lines(aboutMembersIn report: Operators.CheckReport) -> [String] {
        let ignored = report.ignored.map { member, count in
            let replacements = report.replacements(of: member).map { "“\($0.path)”" }.joined(separator: ", ")
            let rename = replacements.isEmpty ? "" : "; this looks like a rename to \(replacements)"
            return "ignored: “\(member.path)” of \(member.type), in \(sessions(count))\(rename)"
        }
        let defaulted = report.defaulted.map { member, count in
            "default: “\(member.path)” of \(member.type), in \(sessions(count))"
        }
        let remedy = "Convert what is ignored in `migrate` under a new `version`, or list it in `retired`."
        return ignored.sorted() + defaulted.sorted() + (ignored.isEmpty ? [] : [remedy])
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
