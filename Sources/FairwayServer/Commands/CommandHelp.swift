/// What `--help` prints about a command, made from its table of flags.
struct CommandHelp {
    private(set) var text: String

    init<Subject: Command>(of command: Subject, tool: String) {
        let defaults = Subject.Options()
        let flags = Subject.Options.flags.map { flag in
            let facts = [flag.defaultText(defaults).map { "default: \($0)" }, flag.environmentName].compactMap(\.self)
            let usage = flag.placeholder.isEmpty ? flag.name : "\(flag.name) \(flag.placeholder)"
            return "  --\(usage)\n      \(flag.summary) (\(facts.joined(separator: "; ")))"
        }
        let operands = Subject.Options.operands.map { " \($0.placeholder)" }.joined()
        text = """
            \(command.summary)

            Usage: \(tool) \(command.name)\(operands)\(flags.isEmpty ? "" : " [--flag value …]")
            """
        if !command.examples.isEmpty {
            text += "\n\n\(command.examples.map { "  \(tool) \($0)" }.joined(separator: "\n"))"
        }
        guard !flags.isEmpty else { return }
        text += """


            \(flags.joined(separator: "\n"))

            A flag can be given as the environment variable in its brackets, too; the flag wins.
            """
    }
}
