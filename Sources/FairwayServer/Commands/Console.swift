import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The output of a command: the process's standard output and standard error, or buffers of a test.
package struct Console: Sendable {
    /// Writes bytes to standard output: results, which other programs may read.
    package let output: @Sendable ([UInt8]) -> Void
    /// Writes bytes to standard error: messages and the log.
    package let errors: @Sendable ([UInt8]) -> Void
    /// Whether standard error is a terminal.
    package let errorsAreRead: Bool
    /// The terminal on standard output; nil if the output goes to a file or a pipe.
    package let terminal: OutputTerminal?

    package init(
        output: @escaping @Sendable ([UInt8]) -> Void,
        errors: @escaping @Sendable ([UInt8]) -> Void,
        errorsAreRead: Bool,
        terminal: OutputTerminal? = nil
    ) {
        self.output = output
        self.errors = errors
        self.errorsAreRead = errorsAreRead
        self.terminal = terminal
    }

    /// Writes a line to standard output.
    package func say(_ line: String) {
        output(Array((line + "\n").utf8))
    }

    /// Writes a line to standard error.
    package func complain(_ line: String) {
        errors(Array((line + "\n").utf8))
    }
}

extension Console {
    /// The process's standard output and standard error.
    package static let process = Console(
        output: { Console.put($0, to: STDOUT_FILENO) },
        errors: { Console.put($0, to: STDERR_FILENO) },
        errorsAreRead: isatty(STDERR_FILENO) == 1,
        terminal: OutputTerminal(STDOUT_FILENO, ProcessInfo.processInfo.environment)
    )

    /// Writes all bytes, and waits for a slow reader. An error, such as a closed pipe, drops the rest.
    private static func put(_ bytes: [UInt8], to descriptor: Int32) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let written = remaining.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                remaining.removeFirst(written)
            } else if errno == EAGAIN {
                // The descriptor is non-blocking if another process that shares it has made it so.
                var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&readiness, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}

/// The terminal on which people read a command's results.
package struct OutputTerminal: Hashable, Sendable {
    /// The width in characters.
    package let columns: Int
    /// Whether text may be styled.
    package let isStyled: Bool

    /// The width to assume if the terminal does not report one.
    private static let usualColumns = 80

    package init(columns: Int, isStyled: Bool) {
        self.columns = columns
        self.isStyled = isStyled
    }

    /// The terminal behind a descriptor; nil if there is none.
    fileprivate init?(_ descriptor: Int32, _ environment: [String: String]) {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        self.init(
            columns: isKnown ? Int(size.ws_col) : Self.usualColumns,
            isStyled: Self.allowsStyles(environment)
        )
    }

    /// Whether the terminal that `TERM` names interprets escape sequences.
    package static func interpretsEscapes(_ environment: [String: String]) -> Bool {
        !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// Whether text may be styled: the terminal interprets escape sequences, and `NO_COLOR` is not set
    /// (<https://no-color.org>).
    package static func allowsStyles(_ environment: [String: String]) -> Bool {
        interpretsEscapes(environment) && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// The text, in escape sequences for the style if the terminal is styled.
    func text(_ text: String, _ style: OutputStyle) -> String {
        isStyled ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// A style of a command's results. The raw values are SGR parameters (ECMA-48, section 8.3.117).
enum OutputStyle: String {
    case strong = "1"
    case quiet = "2"
    case failure = "31"
    case success = "32"
    case warning = "33"
}
