import Dispatch

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

    private var number: Int32 {
        switch self {
        case .resized: SIGWINCH
        case .interrupted: SIGINT
        case .terminated: SIGTERM
        case .hungUp: SIGHUP
        }
    }

    /// Hands on the signals that arrive from now on, until the process ends.
    static func forEach(_ take: @escaping @Sendable (TerminalSignal) -> Void) {
        for one in allCases {
            // Dispatch sees a signal beside the default action, which would end the process before that.
            signal(one.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: one.number)
            // The handler holds its source, which otherwise would go when this function returns.
            source.setEventHandler {
                withExtendedLifetime(source) { take(one) }
            }
            source.resume()
        }
    }
}
