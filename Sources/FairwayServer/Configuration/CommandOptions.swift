/// The flags of a command as typed values. The initial values are the defaults.
///
/// The table of flags defines parsing, environment variables, `--help` and error messages:
///
/// ```swift
/// struct GreetOptions: CommandOptions {
///     var someone = "world"
///
///     static let flags: [Flag<Self>] = [
///         Flag("someone", \.someone, .text("NAME"), "The name to greet.")
///     ]
/// }
/// ```
package protocol CommandOptions: Sendable {
    init()

    /// The flags, in the order of `--help`.
    static var flags: [Flag<Self>] { get }

    /// The positional arguments, in order.
    static var operands: [Flag<Self>] { get }

    /// Reads environment variables that other specifications define.
    mutating func readOtherVariables(_ environment: [String: String]) throws(CommandError)

    /// Throws if valid values contradict each other.
    func validate() throws(CommandError)
}

extension CommandOptions {
    /// No positional arguments.
    package static var operands: [Flag<Self>] { [] }

    /// Reads none.
    package mutating func readOtherVariables(_ environment: [String: String]) throws(CommandError) {}

    /// Accepts any combination.
    package func validate() throws(CommandError) {}
}

extension CommandOptions {
    /// Parses `--flag value` and `--flag=value`, then reads the environment for missing flags, then validates all
    /// values.
    ///
    /// The last occurrence of a flag counts, so a script can put its defaults before its caller's flags. An empty
    /// variable counts as unset, because a Compose file turns `${UNSET}` into an empty string.
    package init(arguments: [String], environment: [String: String]) throws(CommandError) {
        self.init()
        let given = try Self.given(in: arguments)
        for operand in Self.operands {
            if let text = given[operand.name] { try operand.assign(text, of: "The \(operand.name)", to: &self) }
        }
        for flag in Self.flags {
            if let text = given[flag.name] {
                try flag.assign(text, of: "--\(flag.name)", to: &self)
            } else if let text = environment[flag.environmentName], !text.isEmpty {
                try flag.assign(text, of: flag.environmentName, to: &self)
            }
        }
        try readOtherVariables(environment)
        try validate()
    }

    private static func given(in arguments: [String]) throws(CommandError) -> [String: String] {
        var given: [String: String] = [:]
        var rest = arguments[...]
        var places = operands[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                if let operand = places.popFirst() {
                    given[operand.name] = argument
                    continue
                }
                throw CommandError(.unexpectedArgument, "Unexpected argument \(argument). Write flags as --flag value.")
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let flag = try flag(named: String(parts[0]))
            if parts.count == 2 {
                given[flag.name] = String(parts[1])
            } else if let implied = flag.impliedText {
                given[flag.name] = implied
            } else if let next = rest.first, !next.hasPrefix("--") {
                given[flag.name] = rest.removeFirst()
            } else {
                throw CommandError(.missingValue, "--\(flag.name) needs a value: \(flag.expectation).")
            }
        }
        return given
    }

    private static func flag(named name: String) throws(CommandError) -> Flag<Self> {
        if let flag = flags.first(where: { $0.name == name }) { return flag }
        let suggestion = Suggestion.nearest(to: name, in: flags.map(\.name)).map { "Did you mean --\($0)?" }
        throw CommandError(.unknownFlag, "There is no flag --\(name). \(suggestion ?? "--help lists them.")")
    }
}
