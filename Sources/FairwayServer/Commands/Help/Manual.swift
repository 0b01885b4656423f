/// The `man` command: prints the manual page.
struct Manual: Command {
    let name = "man"
    let summary = "Prints the manual page, in the format of man(7)."
    let examples = ["man | man -l -"]

    let tool: ToolDescription

    func run(_ options: ManualOptions, console: Console) async throws -> ExitCode {
        console.say(ManualPage(of: tool).text)
        return .success
    }
}

struct ManualOptions: CommandOptions, Equatable {
    static let flags: [Flag<Self>] = []
}

/// The manual page of an executable, in the macros of man(7).
struct ManualPage {
    private var lines: [String] = []

    /// The page without a final line break.
    var text: String { lines.joined(separator: "\n") }

    init(of tool: ToolDescription) {
        let name = Self.escaped(tool.name)
        lines.append(#".TH "\#(name.uppercased())" 1 "" "\#(name) \#(Self.escaped(tool.version))""#)
        section("NAME")
        add(tool.name + " - " + tool.summary)
        section("SYNOPSIS")
        lines.append(#"\fB\#(name)\fR \fICOMMAND\fR [\fIoperand\fR] [\fB\-\-flag\fR \fIvalue\fR ...]"#)
        section("DESCRIPTION")
        add("Each command has its own flags. \(tool.name) help COMMAND explains them.")
        section("COMMANDS")
        for command in tool.commands { add(command, of: tool) }
        section("ENVIRONMENT")
        add(
            "Each flag can also be set with the environment variable that its entry names. A flag overrides its variable."
        )
        section("EXIT STATUS")
        for code in ExitCode.allCases { entry(#"\fB\#(code.rawValue)\fR"#, code.summary) }
    }

    private mutating func add(_ command: CommandDescription, of tool: ToolDescription) {
        let operands = command.operands.map { " " + Self.escaped($0.placeholder) }.joined()
        lines.append(#".SS "\#(Self.escaped(command.name))\#(operands)""#)
        add(command.summary)
        for operand in command.operands { entry(#"\fI\#(Self.escaped(operand.placeholder))\fR"#, operand.summary) }
        for flag in command.flags {
            let value = flag.placeholder.isEmpty ? "" : #" \fI\#(Self.escaped(flag.placeholder))\fR"#
            let standard = flag.defaultText.map { " Default: \($0)." } ?? ""
            entry(
                #"\fB\-\-\#(Self.escaped(flag.name))\fR\#(value)"#,
                "\(flag.summary)\(standard) Variable: \(flag.environmentName)."
            )
        }
        guard !command.examples.isEmpty else { return }
        lines += [".PP", "Examples:", ".PP", ".nf", ".RS 4"]
        for example in command.examples { add("\(tool.name) \(example)") }
        lines += [".RE", ".fi"]
    }

    private mutating func section(_ title: String) { lines.append(".SH \(title)") }

    private mutating func entry(_ tag: String, _ text: String) {
        lines += [".TP", tag]
        add(text)
    }

    private mutating func add(_ text: String) {
        let text = Self.escaped(text)
        // A line that begins with one of these characters is a request.
        lines.append(text.hasPrefix(".") || text.hasPrefix("'") ? #"\&"# + text : text)
    }

    /// The text with the escapes of groff_char(7). Other programs than groff also read `\[u2026]`.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": #"\e"#
            case "-": #"\-"#
            case "\"": #"\(dq"#
            case "\n": " "
            default: scalar.isASCII ? String(scalar) : #"\[u\#(digits(scalar))]"#
            }
        }.joined()
    }

    /// The number of a character, in at least four hexadecimal digits.
    private static func digits(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
