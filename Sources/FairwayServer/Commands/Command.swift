import Fairway
import FairwayOperators

/// A subcommand of the executable, like `serve` in `fairway-samples serve`.
///
/// Conform a type to this protocol, and add it to the list of the `CommandLineTool`:
///
/// ```swift
/// struct Greet: Command {
///     let name = "greet"
///     let summary = "Greets someone."
///
///     func run(_ options: GreetOptions, console: Console) async throws -> ExitCode {
///         console.say("Hello \(options.someone)")
///         return .success
///     }
/// }
/// ```
package protocol Command: Sendable {
    associatedtype Options: CommandOptions

    /// The word on the command line that selects the command.
    var name: String { get }
    /// One sentence for `help`.
    var summary: String { get }

    /// Example command lines for `help`, without the executable's name.
    var examples: [String] { get }

    /// The values of operands and flags that only the command knows, by their names. The shells' completions offer them.
    var completions: [String: [String]] { get }

    /// Runs the command.
    ///
    /// A thrown error is printed. The exit code depends on the code of a `CommandError` or `StoreError`. It is
    /// `ExitCode.configuration` for a `Mistake` in the app, and `ExitCode.failure` for any other error.
    func run(_ options: Options, console: Console) async throws -> ExitCode
}

extension Command {
    /// No examples.
    package var examples: [String] { [] }

    /// No values.
    package var completions: [String: [String]] { [:] }
}

/// A command as text: the source of `--help`, of the shells' completions and of the manual page.
struct CommandDescription: Sendable {
    let name: String
    let summary: String
    let examples: [String]
    var operands: [Argument]
    var flags: [Argument]
    /// Finds the values of arguments, by the arguments' names. It takes time, so only completions call it.
    var completions: @Sendable () -> [String: [String]] = { [:] }

    /// A flag or a positional argument.
    struct Argument: Sendable {
        let name: String
        /// The placeholder of the value; empty if a flag takes none.
        let placeholder: String
        let summary: String
        /// The default; nil if there is none.
        let defaultText: String?
        let environmentName: String
        /// All values, if there are only a few.
        var choices: [String]
    }

    /// The description with all values that completions can offer.
    func completed() -> CommandDescription {
        var command = self
        let values = completions().mapValues { names in names.filter(Self.isPlain) }
        func complete(_ arguments: inout [Argument]) {
            for index in arguments.indices {
                if let choices = values[arguments[index].name] { arguments[index].choices = choices }
            }
        }
        complete(&command.operands)
        complete(&command.flags)
        return command
    }

    /// Whether no shell needs quotes around a word.
    private static func isPlain(_ word: String) -> Bool {
        word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    }
}

extension CommandDescription {
    init<Subject: Command>(_ command: Subject) {
        let defaults = Subject.Options()
        func described(_ flag: Flag<Subject.Options>) -> Argument {
            Argument(
                name: flag.name,
                placeholder: flag.placeholder,
                summary: flag.summary,
                defaultText: flag.defaultText(defaults),
                environmentName: flag.environmentName,
                choices: flag.choices
            )
        }
        self.init(
            name: command.name,
            summary: command.summary,
            examples: command.examples,
            operands: Subject.Options.operands.map(described),
            flags: Subject.Options.flags.map(described),
            completions: { command.completions }
        )
    }
}

/// An executable and its commands as text.
struct ToolDescription: Sendable {
    let name: String
    let version: String
    let summary: String
    var commands: [CommandDescription] = []
}

/// The reason why a command failed. The message names the cause and the remedy.
package struct CommandError: Error, Equatable {
    /// The kind of failure. Raw values are stable.
    package enum Code: String, Sendable {
        case unknownCommand = "unknown-command"
        case unknownFlag = "unknown-flag"
        case unexpectedArgument = "unexpected-argument"
        case missingValue = "missing-value"
        case badValue = "bad-value"
        case contradiction
        case exposedWithoutToken = "exposed-without-token"
        case unusableStore = "unusable-store"
        case unavailableStore = "unavailable-store"
        case unreadableKeys = "unreadable-keys"
        case faultyOperators = "faulty-operators"
        case faultyWebhooks = "faulty-webhooks"
        case wrongClock = "wrong-clock"
        case failedHook = "failed-hook"
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The exit code. Most codes are usage errors.
    package var exitCode: ExitCode {
        switch code {
        case .unusableStore, .failedHook, .faultyWebhooks: .configuration
        // A clock without a battery is set some seconds after the start of the machine.
        case .unavailableStore, .wrongClock: .temporaryFailure
        case .unreadableKeys: .failure
        default: .usage
        }
    }
}

extension CommandError {
    /// Converts a store's error. Only if the store is unavailable may the same command succeed later.
    init(_ error: StoreError) {
        self.init(error.code == .unavailable ? .unavailableStore : .unusableStore, error.description)
    }
}

/// The process's exit code. Numbers above 1 are those of `sysexits.h`.
package enum ExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    /// The command failed, for example because an address was in use.
    case failure = 1
    /// The command line was invalid: an unknown flag or a bad value.
    case usage = 64
    /// The store is unavailable and may recover, for example because its disk is full.
    case temporaryFailure = 75
    /// The store cannot be used, an `OnStart` of the app failed, or the app has a `Mistake`, such as two flows with one name.
    case configuration = 78

    /// One sentence for the manual page.
    var summary: String {
        switch self {
        case .success: "The command succeeded."
        case .failure: "The command failed, for example because an address was in use."
        case .usage: "The command line is wrong."
        case .temporaryFailure: "The store is unavailable and may recover."
        case .configuration: "The store cannot be used, the app's declaration has a mistake, or its OnStart failed."
        }
    }
}
