#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a terminal and those who look after processes say to one that talks on it.
enum TerminalSignal: CaseIterable, Sendable {
    /// Another size.
    case resized
    /// An end: control-C, a service manager, a connection that hung up.
    case interrupted, terminated, hungUp

    /// What the system calls it (signal(7)).
    var number: Int32 {
        switch self {
        case .resized: SIGWINCH
        case .interrupted: SIGINT
        case .terminated: SIGTERM
        case .hungUp: SIGHUP
        }
    }
}
