#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The settings that a terminal had before anything was asked for.
struct KeyboardSettings: Sendable {
    private var before = termios()

    /// How the keyboard is read.
    enum Use {
        /// Each key is handed over as it is pressed, unseen.
        case keys
        /// The terminal shows what is typed, and hands it over by the line.
        case lines
    }

    /// Has the keyboard read like that. Nil where standard input is no terminal.
    init?(_ use: Use) {
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        guard use == .keys else { return }
        var settings = before
        // Control-C is a key, too, so that the settings can be put back first (termios(3)).
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | ISTRIP | IXON)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else { return nil }
    }

    /// Has the terminal show what is typed next, or not, where it is read by the line.
    func showTyping(_ isShown: Bool) {
        var settings = before
        if !isShown { settings.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Puts back what was, once everything that was written has been shown; or at once, where that may never be.
    func restore(atOnce isUrgent: Bool = false) {
        var settings = before
        tcsetattr(STDIN_FILENO, isUrgent ? TCSANOW : TCSAFLUSH, &settings)
    }
}
