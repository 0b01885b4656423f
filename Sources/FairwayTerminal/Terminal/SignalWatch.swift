import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Forwards signals while it is active, and restores their previous handlers afterwards.
struct SignalWatch {
    /// How long the client may take to exit after a terminating signal. Without this limit, a write to a stopped
    /// terminal could block forever.
    private static let timeoutSeconds = 10.0
    private let watched: [Watched]
    private let isOver = Flag()

    private final class Flag: Sendable {
        private let value = Atomic<Bool>(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }

    private struct Watched {
        let number: Int32
        let before: (@convention(c) (Int32) -> Void)?
        let source: any DispatchSourceSignal
    }

    /// Starts to forward signals to `take`. If ``end()`` is not called in time after a terminating signal, calls
    /// `giveUp` and lets the signal terminate the process.
    init(_ take: @escaping @Sendable (TerminalSignal) -> Void, givingUp giveUp: @escaping @Sendable () -> Void) {
        let isOver = isOver
        let registrations = DispatchGroup()
        watched = TerminalSignal.allCases.map { one in
            // A dispatch source does not suppress the default action, which would terminate the process.
            let before = signal(one.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: one.number)
            source.setEventHandler {
                take(one)
                guard one != .resized else { return }
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.timeoutSeconds) {
                    guard !isOver.isSet else { return }
                    giveUp()
                    signal(one.number, SIG_DFL)
                    kill(getpid(), one.number)
                }
            }
            registrations.enter()
            source.setRegistrationHandler { registrations.leave() }
            source.resume()
            return Watched(number: one.number, before: before, source: source)
        }
        // A signal that arrives before its source is registered is lost.
        registrations.wait()
    }

    func end() {
        isOver.set()
        for one in watched {
            one.source.cancel()
            signal(one.number, one.before)
        }
    }
}

enum TerminalSignal: CaseIterable, Sendable {
    /// The terminal was resized.
    case resized
    /// Terminating signals: control-C, a service manager, a closed connection.
    case interrupted, terminated, hungUp

    var number: Int32 {
        switch self {
        case .resized: SIGWINCH
        case .interrupted: SIGINT
        case .terminated: SIGTERM
        case .hungUp: SIGHUP
        }
    }
}
