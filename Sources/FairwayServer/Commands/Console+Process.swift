#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Console {
    /// The console of the process.
    package static let process = Console(
        output: { Console.put($0, to: STDOUT_FILENO) },
        errors: { Console.put($0, to: STDERR_FILENO) },
        errorsAreRead: isatty(STDERR_FILENO) == 1,
        width: columns(of: STDOUT_FILENO)
    )

    /// How wide the terminal is; nil for what is none, or does not say.
    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes all of it, waiting for a slow reader. A reader that is gone is nobody to complain to: the rest is dropped.
    private static func put(_ bytes: [UInt8], to descriptor: Int32) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let written = remaining.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                remaining.removeFirst(written)
            } else if errno == EAGAIN {
                // The descriptor may be shared with a process that made it non-blocking.
                var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&readiness, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}
