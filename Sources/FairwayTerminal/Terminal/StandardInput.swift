import Dispatch

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads from standard input on request.
enum StandardInput {
    private static let mostBytes = 4_096

    /// Reads once, on a thread that may block. An empty array marks the end of the input.
    static func read(_ take: @escaping @Sendable ([UInt8]) -> Void) {
        DispatchQueue.global().async {
            var buffer = [UInt8](repeating: 0, count: mostBytes)
            var count = -1
            repeat { count = systemRead(STDIN_FILENO, &buffer, buffer.count) } while count < 0 && errno == EINTR
            take(Array(buffer.prefix(max(0, count))))
        }
    }
}

/// Calls `read(2)`. Inside the type, the method `read` hides the function.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

struct KeyboardSettings: Sendable {
    private var before = termios()

    enum Use {
        /// Each key is delivered immediately and not echoed.
        case keys
        /// Input is echoed and delivered line by line.
        case lines
    }

    /// Selects a mode. Returns nil if standard input is not a terminal.
    init?(_ use: Use) {
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        guard use == .keys else { return }
        var settings = before
        // Control-C is delivered as a key, so that the settings are restored before exiting (termios(3)).
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | ISTRIP | IXON)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else { return nil }
    }

    /// In line mode, turns echo on or off.
    func showTyping(_ isShown: Bool) {
        var settings = before
        if !isShown { settings.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Restores the settings. By default waits for pending output, which may never complete on a stopped terminal.
    func restore(atOnce isUrgent: Bool = false) {
        var settings = before
        tcsetattr(STDIN_FILENO, isUrgent ? TCSANOW : TCSAFLUSH, &settings)
    }
}
