/// Something the executable can do, by its name: `fairway-samples serve`.
///
/// A command is a file with a type of this kind, and a line in the list that the tool is made with:
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
    /// What its flags say.
    associatedtype Options: CommandOptions

    /// The word that asks for it.
    var name: String { get }
    /// What it does, in a sentence for one who has never used it.
    var summary: String { get }

    /// What one may type, without the executable's name.
    var examples: [String] { get }

    /// Does it. A thrown `CommandError` is shown and ends the process with its exit code, a `Mistake` in the app
    /// with `ExitCode.configuration`, any other error with `ExitCode.failure`.
    func run(_ options: Options, console: Console) async throws -> ExitCode
}

extension Command {
    /// The usage says enough.
    package var examples: [String] { [] }
}
