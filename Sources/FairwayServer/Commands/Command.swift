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
    /// A thrown `CommandError` is printed, and the process exits with the error's exit code. A `Mistake` in the app
    /// exits with `ExitCode.configuration`, any other error with `ExitCode.failure`.
    func run(_ options: Options, console: Console) async throws -> ExitCode
}

extension Command {
    /// No examples.
    package var examples: [String] { [] }
}

/// The reason why a command failed. The message names the flag and the remedy.
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

    /// The exit code: a usage error, an unusable store, or a store that may work later.
    package var exitCode: ExitCode {
        switch code {
        case .unusableStore: .configuration
        case .unavailableStore: .temporaryFailure
        default: .usage
        }
    }
}

extension CommandError {
    /// Maps a store's error: an unavailable store is worth a retry, any other needs a correction.
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
    /// A resource is unavailable and may recover: the disk is full, failing or read-only.
    case temporaryFailure = 75
    /// The store cannot be used, or the app contradicts itself.
    case configuration = 78
}
