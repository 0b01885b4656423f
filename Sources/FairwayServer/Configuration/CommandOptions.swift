/// What a command's flags say, as typed values whose initial values are the defaults.
///
/// The table is the only list of the flags: parsing, environment variables, `--help` and messages are all made from it.
///
/// ```swift
/// struct GreetOptions: CommandOptions {
///     var someone = "world"
///
///     static let flags: [Flag<Self>] = [
///         Flag("someone", \.someone, .text("NAME"), "Who is greeted.")
///     ]
/// }
/// ```
package protocol CommandOptions: Sendable {
    /// The defaults.
    init()

    /// In the order in which `--help` lists them.
    static var flags: [Flag<Self>] { get }

    /// What is given by its place and not by its name, in order.
    static var operands: [Flag<Self>] { get }

    /// Refuses what each flag alone allows and all of them together do not.
    func validate() throws(CommandError)
}

extension CommandOptions {
    /// Everything is given by name.
    package static var operands: [Flag<Self>] { [] }

    /// Any combination goes.
    package func validate() throws(CommandError) {}
}
