/// What the process's surroundings say about how to talk, and where to keep things.
struct TerminalEnvironment: Hashable, Sendable {
    var variables: [String: String]
    /// Whether a person types, and whether one reads.
    var inputIsTerminal: Bool
    var outputIsTerminal: Bool

    /// Whether the terminal can be drawn on; else lines are written one below the other, which any program can read.
    var isFullScreen: Bool { inputIsTerminal && outputIsTerminal && isCapable }

    /// Whether text has looks (<https://no-color.org>).
    var isStyled: Bool { outputIsTerminal && isCapable && (variables["NO_COLOR"] ?? "").isEmpty }

    /// Where state is kept that is nobody else's business (XDG Base Directory Specification); nil without a home.
    var stateFolder: String? {
        // A path that is not absolute is to be ignored, says the specification.
        if let folder = variables["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder }
        return variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/state" : nil }
    }

    private var isCapable: Bool { !["", "dumb"].contains(variables["TERM"] ?? "") }
}
