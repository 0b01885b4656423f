/// Why a command did not do what it was asked; the message names the flag and the remedy.
public struct CommandError: Error, Equatable {
    /// What went wrong, in a word that does not change.
    public enum Code: String, Sendable {
        case unknownCommand = "unknown-command"
        case unknownFlag = "unknown-flag"
        case unexpectedArgument = "unexpected-argument"
        case missingValue = "missing-value"
        case badValue = "bad-value"
        case exposedWithoutToken = "exposed-without-token"
    }

    /// What went wrong, for a program.
    public let code: Code
    /// What went wrong and what to do about it, for a person.
    public let message: String

    /// Makes the error that a command throws.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// All of these are mistakes in what was asked.
    public var exitCode: ExitCode { .usage }
}
