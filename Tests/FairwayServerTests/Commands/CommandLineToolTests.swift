import FairwayServer
import Testing

struct CommandLineToolTests {
    private let recorded = RecordedConsole()

    @Test func commandRunsWithFlagsAndReturnsExitCode() async {
        #expect(await run("greet", "--someone", "Ada") == .success)
        #expect(recorded.output == "Hello Ada\n")
        #expect(await run("fail") == .failure)
    }

    @Test func environmentReplacesMissingFlags() async {
        #expect(await run("greet", environment: ["FAIRWAY_SOMEONE": "Grace"]) == .success)
        #expect(recorded.output == "Hello Grace\n")
    }

    @Test func usageErrorGoesToStandardError() async {
        #expect(await run("greet", "--somone", "Ada") == .usage)
        #expect(recorded.errors == "fairway: There is no flag --somone. Did you mean --someone?\n")
        #expect(recorded.output == "")
    }

    @Test(arguments: [
        ("gret", "There is no command gret. Did you mean greet? `fairway help` lists them."),
        ("dance", "There is no command dance. `fairway help` lists them."),
        ("--port", "There is no command --port. `fairway help` lists them."),
    ])
    func unknownCommandIsNamed(word: String, message: String) async {
        #expect(await run(word) == .usage)
        #expect(recorded.errors == "fairway: \(message)\n")
    }

    @Test func otherErrorIsReportedAsFailure() async {
        #expect(await run("fail", "--reason", "disk full") == .failure)
        #expect(recorded.errors == "fairway: disk full\n")
    }

    @Test func missingCommandShowsOverview() async {
        #expect(await run() == .usage)
        #expect(recorded.errors == overview)
        #expect(recorded.output == "")
    }

    @Test(arguments: ["help", "--help", "-h"])
    func helpShowsTheOverview(word: String) async {
        #expect(await run(word) == .success)
        #expect(recorded.output == overview)
    }

    @Test(arguments: [
        ["help", "greet"], ["greet", "--help"], ["greet", "--someone", "Ada", "-h"], ["greet", "--oops", "--help"],
    ])
    func helpExplainsACommandAndItsFlags(arguments: [String]) async {
        #expect(await run(arguments) == .success)
        #expect(
            recorded.output == """
                Greets someone.

                Usage: fairway greet [--flag value …]

                  --someone NAME
                      Who is greeted. (default: world; FAIRWAY_SOMEONE)
                  --language LANGUAGE
                      In which language. (FAIRWAY_LANGUAGE)

                Instead of a flag, you can set the environment variable after it. A flag
                overrides its variable.

                """
        )
    }

    @Test func completionsAndManualDescribeEveryCommand() async {
        for arguments in [["completions", "bash"], ["completions", "zsh"], ["completions", "fish"], ["man"]] {
            let before = recorded.output.count
            #expect(await run(arguments) == .success)
            let text = recorded.output.dropFirst(before).replacing("\\-", with: "-")
            for word in ["greet", "fail", "completions", "man", "someone", "language", "reason"] {
                #expect(text.contains(word), "\(arguments)")
            }
        }
    }

    @Test func completionsOfferValuesThatTheCommandKnows() async {
        #expect(await run("completions", "bash") == .success)
        #expect(recorded.output.contains("        'greet --someone') words='Ada Grace' ;;\n"))
    }

    @Test func exampleOfCompletionsNamesTool() async {
        #expect(await run("completions", "--help") == .success)
        #expect(recorded.output.contains("bash-completion/completions/fairway\n"))
        #expect(recorded.output.contains("\n\n  bash|zsh|fish\n      The shell that runs the script."))
    }

    @Test func completionsNeedAKnownShell() async {
        #expect(await run("completions") == .usage)
        #expect(await run("completions", "tcsh") == .usage)
        #expect(recorded.errors.contains("completions bash, zsh or fish"))
        #expect(recorded.errors.contains(": The shell must be one of bash, zsh, fish, not \"tcsh\"."))
    }

    @Test func versionIsPrintedAfterName() async {
        #expect(await run("--version") == .success)
        #expect(recorded.output == "fairway 1.2.3\n")
    }

    private let overview = """
        Greets and fails.

        Usage: fairway COMMAND [--flag value …]

          greet        Greets someone.
          fail         Fails.
          completions  Prints a script that completes commands, flags and their values
                       in a shell.
          man          Prints the manual page, in the format of man(7).

        `fairway help COMMAND` explains a command and its flags.

        """

    private func run(_ arguments: String..., environment: [String: String] = [:]) async -> ExitCode {
        await run(arguments, environment: environment)
    }

    private func run(_ arguments: [String], environment: [String: String] = [:]) async -> ExitCode {
        let tool = CommandLineTool(
            name: "fairway",
            version: "1.2.3",
            summary: "Greets and fails.",
            commands: [Greet(), Fail()]
        )
        return await tool.run(arguments: arguments, environment: environment, console: recorded.console)
    }
}

private struct Greet: Command {
    let name = "greet"
    let summary = "Greets someone."
    let completions = ["someone": ["Ada", "Grace", "two words"]]

    func run(_ options: Options, console: Console) async throws -> ExitCode {
        console.say("Hello \(options.someone)")
        return .success
    }

    struct Options: CommandOptions {
        var someone = "world"
        var language: String?

        static let flags: [Flag<Self>] = [
            Flag("someone", \.someone, .text("NAME"), "Who is greeted."),
            Flag("language", \.language, .text("LANGUAGE"), "In which language."),
        ]
    }
}

private struct Fail: Command {
    let name = "fail"
    let summary = "Fails."

    func run(_ options: Options, console: Console) async throws -> ExitCode {
        guard let reason = options.reason else { return .failure }
        throw Failure(description: reason)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    struct Options: CommandOptions {
        var reason: String?

        static let flags: [Flag<Self>] = [Flag("reason", \.reason, .text("TEXT"), "Why.")]
    }
}
