import Fairway

/// Why a command did not do what it was asked; the message names the flag and the remedy.
package struct CommandError: Error, Equatable {
    /// What went wrong, in a word that does not change.
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

    /// What went wrong, for a program.
    package let code: Code
    /// What went wrong and what to do about it, for a person.
    package let message: String

    /// Makes the error that a command throws.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Whether what was asked is at fault, or what it was asked of.
    package var exitCode: ExitCode {
        switch code {
        case .unusableStore: .configuration
        case .unavailableStore: .temporaryFailure
        default: .usage
        }
    }
}

extension CommandError {
    /// What a store could not do: whether to try again later, or to change something first.
    init(_ error: StoreError) {
        self.init(error.code == .unavailable ? .unavailableStore : .unusableStore, error.description)
    }
}
