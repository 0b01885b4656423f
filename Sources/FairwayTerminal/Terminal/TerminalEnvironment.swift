import FairwayServer
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The environment of the process: how to use the terminal and where to store state.
struct TerminalEnvironment: Hashable, Sendable {
    var variables: [String: String]
    var inputIsTerminal: Bool
    var outputIsTerminal: Bool

    /// Whether to use the full screen. Otherwise the client writes plain lines, which other programs can read.
    var isFullScreen: Bool {
        inputIsTerminal && outputIsTerminal && OutputTerminal.interpretsEscapes(variables)
    }

    /// Whether to style text.
    var isStyled: Bool { outputIsTerminal && OutputTerminal.allowsStyles(variables) }

    /// The folder for private state (XDG Base Directory Specification); nil if the user has no home directory.
    var stateFolder: String? {
        // The specification requires relative paths to be ignored.
        if let folder = variables["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder }
        return variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/state" : nil }
    }

    /// The language of the app's texts as a BCP 47 tag, by the variables of POSIX; nil for the language of the standard,
    /// `C`.
    var language: String? {
        let setting = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
        // `de_AT.UTF-8@euro` has an encoding and a modifier.
        let tag = setting.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
        let isTag = tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return tag.isEmpty || ["C", "POSIX"].contains(tag) || !isTag ? nil : String(tag)
    }
}

struct TerminalSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    /// The size to assume if it is unknown.
    static let usual = TerminalSize(columns: 80, rows: 24)
}

extension TerminalEnvironment {
    static var process: TerminalEnvironment {
        TerminalEnvironment(
            variables: ProcessInfo.processInfo.environment,
            inputIsTerminal: isatty(STDIN_FILENO) == 1,
            outputIsTerminal: isatty(STDOUT_FILENO) == 1
        )
    }
}

extension TerminalSize {
    /// The size of the terminal on standard output.
    static var ofOutput: TerminalSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return .usual
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
