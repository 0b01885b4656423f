#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The settings that a terminal had before its keys were asked for one by one.
struct KeyboardSettings {
    private var before = termios()

    /// Has each key handed over as it is pressed, unseen. Nil where standard input is no terminal.
    init?() {
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var settings = before
        // Control-C is a key, too, so that the settings can be put back first (termios(3)).
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | ISTRIP | IXON)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else { return nil }
    }

    /// Puts back what was.
    func restore() {
        var settings = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
}
