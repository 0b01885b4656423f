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
    /// The width of the terminal in characters; nil if standard output is no terminal.
    package let width: Int?

    package init(
        output: @escaping @Sendable ([UInt8]) -> Void,
        errors: @escaping @Sendable ([UInt8]) -> Void,
        errorsAreRead: Bool,
        width: Int? = nil
    ) {
        self.output = output
        self.errors = errors
        self.errorsAreRead = errorsAreRead
        self.width = width
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
        width: columns(of: STDOUT_FILENO)
    )

    /// The width of the terminal, or nil if the descriptor is no terminal.
    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

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
