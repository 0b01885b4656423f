import Fairway

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

    /// Runs the command.
    ///
    /// A thrown error is printed. The exit code depends on the code of a `CommandError` or `StoreError`. It is
    /// `ExitCode.configuration` for a `Mistake` in the app, and `ExitCode.failure` for any other error.
    func run(_ options: Options, console: Console) async throws -> ExitCode
}

extension Command {
    /// No examples.
    package var examples: [String] { [] }
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
        case .unusableStore: .configuration
        case .unavailableStore: .temporaryFailure
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
package enum ExitCode: Int32, Sendable {
    case success = 0
    /// The command failed, for example because an address was in use.
    case failure = 1
    /// The command line was invalid: an unknown flag or a bad value.
    case usage = 64
    /// The store is unavailable and may recover, for example because its disk is full.
    case temporaryFailure = 75
    /// The store cannot be used, or the app has a `Mistake`, such as two flows with one name.
    case configuration = 78
}
