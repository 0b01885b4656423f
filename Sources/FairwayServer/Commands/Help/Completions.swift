/// The `completions` command: prints a script that completes the command line in a shell.
struct Completions: Command {
    let name = "completions"
    let summary = "Prints a script that completes commands, flags and their values in a shell."

    let tool: ToolDescription

    var examples: [String] { ["completions bash > ~/.local/share/bash-completion/completions/\(tool.name)"] }

    func run(_ options: CompletionsOptions, console: Console) async throws -> ExitCode {
        guard let shell = options.shell else { return .usage }
        var tool = tool
        tool.commands = tool.commands.map { $0.completed() }
        console.say(shell.script(for: tool))
        return .success
    }
}

struct CompletionsOptions: CommandOptions, Equatable {
    var shell: Shell?

    static let flags: [Flag<Self>] = []
    static let operands: [Flag<Self>] = [Flag("shell", \.shell, .choice, "The shell that runs the script.")]

    func validate() throws(CommandError) {
        guard shell == nil else { return }
        throw CommandError(.missingValue, "completions needs the shell: completions bash, zsh or fish.")
    }
}

enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The script without a final line break.
    func script(for tool: ToolDescription) -> String {
        let lines =
            switch self {
            case .bash: Self.bash(tool)
            case .zsh: Self.zsh(tool)
            case .fish: Self.fish(tool)
            }
        return lines.joined(separator: "\n")
    }

    /// The words in place of a command that the tool itself handles.
    private static let builtIn = [
        ("help", "Explains a command and its flags."), ("--help", "Lists the commands."),
        ("--version", "Prints the version."),
    ]

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}

/// Bash: a function that offers words for the word at the cursor (`complete -F`).
extension Shell {
    private static func bash(_ tool: ToolDescription) -> [String] {
        let function = "_" + tool.name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
        let first = tool.commands.map(\.name) + builtIn.map(\.0)
        let values = tool.commands.flatMap { command in
            command.flags.filter { !$0.placeholder.isEmpty }.map { flag in
                "        '\(command.name) --\(flag.name)') words='\(flag.choices.joined(separator: " "))' ;;"
            }
        }
        let commands = tool.commands.map { command in
            let choices = command.operands.flatMap(\.choices)
            let flags = command.flags.map { "--\($0.name)" } + ["--help"]
            // Without words, bash offers files. They may be operands.
            let isFile = !command.operands.isEmpty && choices.isEmpty
            let test = isFile ? "[[ $word != -* ]] || " : ""
            return "            \(command.name)) \(test)words='\((choices + flags).joined(separator: " "))' ;;"
        }
        return [
            "# Completions of \(tool.name) for bash.", "\(function)() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=",
            "    # Bash makes three words of --flag=value.",
            "    [[ $before != '=' ]] || before=${COMP_WORDS[COMP_CWORD - 2]}", "    [[ $word != '=' ]] || word=",
            "    if ((COMP_CWORD == 1)); then", "        words='\(first.joined(separator: " "))'", "    else",
            "        case \"${COMP_WORDS[1]} $before\" in",
            "        'help help') words='\(tool.commands.map(\.name).joined(separator: " "))' ;;",
        ] + values + [
            "        *)", "            case ${COMP_WORDS[1]} in",
        ] + commands + [
            "            esac", "            ;;", "        esac", "    fi",
            "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))", "}",
            "complete -o default -F \(function) \(quoted(tool.name))",
        ]
    }
}

/// Zsh: a function of its completion system (zshcompsys(1)).
extension Shell {
    private static func zsh(_ tool: ToolDescription) -> [String] {
        let function = "_\(tool.name)"
        let first = (tool.commands.map { ($0.name, $0.summary) } + builtIn).map { name, summary in
            "            \(quoted("\(name):\(summary)"))"
        }
        let commands = tool.commands.flatMap { command in
            let flags = command.flags.map { flag in
                flag.placeholder.isEmpty
                    ? "--\(flag.name)[\(escaped(flag.summary))]"
                    : "--\(flag.name)=[\(escaped(flag.summary))]:\(escaped(flag.placeholder)):\(action(flag))"
            }
            let operands = command.operands.map { ":\(escaped($0.placeholder)):\(action($0))" }
            let words = (flags + ["--help[Explains the command.]"] + operands).map { "            \(quoted($0))" }
            return ["        \(command.name)) _arguments \\", words.joined(separator: " \\\n"), "            ;;"]
        }
        return [
            "#compdef \(tool.name)", "# Completions of \(tool.name) for zsh.", "\(function)() {",
            "    local curcontext=$curcontext state line", "    local -a commands",
            "    _arguments -C ':command:->command' '*::argument:->argument'", "    case $state in", "    command)",
            "        commands=(",
        ] + first + [
            "        )", "        _describe command commands", "        ;;", "    argument)",
            "        case $words[1] in",
            "        help) _values command \(tool.commands.map(\.name).joined(separator: " ")) ;;",
        ] + commands + [
            "        esac", "        ;;", "    esac", "}",
            // The script can be sourced, or be a file of `fpath`.
            "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then", "    \(function) \"$@\"", "else",
            "    compdef \(function) \(quoted(tool.name))", "fi",
        ]
    }

    private static func action(_ argument: CommandDescription.Argument) -> String {
        argument.choices.isEmpty ? "_files" : "(\(argument.choices.joined(separator: " ")))"
    }

    private static func escaped(_ text: String) -> String {
        text.map { #"\[]:"#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
}

/// Fish: a `complete` command for each word.
extension Shell {
    private static func fish(_ tool: ToolDescription) -> [String] {
        let complete = "complete -c \(quotedForFish(tool.name))"
        let first = (tool.commands.map { ($0.name, $0.summary) } + builtIn).map { name, summary in
            "\(complete) -n __fish_use_subcommand -f -a \(name) -d \(quotedForFish(summary))"
        }
        let commands = tool.commands.flatMap { command in
            let place = "\(complete) -n '__fish_seen_subcommand_from \(command.name)'"
            let flags = command.flags.map { flag in
                let value =
                    flag.placeholder.isEmpty
                    ? "" : flag.choices.isEmpty ? " -r" : " -x -a '\(flag.choices.joined(separator: " "))'"
                return "\(place) -l \(flag.name)\(value) -d \(quotedForFish(flag.summary))"
            }
            let choices = command.operands.flatMap(\.choices)
            return flags + (choices.isEmpty ? [] : ["\(place) -f -a '\(choices.joined(separator: " "))'"])
                + ["\(place) -l help -d 'Explains the command.'"]
        }
        let names = tool.commands.map(\.name).joined(separator: " ")
        return ["# Completions of \(tool.name) for fish."] + first + commands
            + ["\(complete) -n '__fish_seen_subcommand_from help' -f -a '\(names)'"]
    }

    private static func quotedForFish(_ text: String) -> String {
        "'" + text.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#) + "'"
    }
}
