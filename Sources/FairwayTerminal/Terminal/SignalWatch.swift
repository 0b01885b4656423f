import Dispatch

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Hands signals on for a while; afterwards they do again what they did before.
struct SignalWatch {
    private let watched: [Watched]

    private struct Watched {
        let number: Int32
        let before: (@convention(c) (Int32) -> Void)?
        let source: any DispatchSourceSignal
    }

    /// Hands on what arrives from now on.
    init(_ take: @escaping @Sendable (TerminalSignal) -> Void) {
        watched = TerminalSignal.allCases.map { one in
            // Dispatch sees a signal beside the default action, which would end the process before that.
            let before = signal(one.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: one.number)
            source.setEventHandler { take(one) }
            source.resume()
            return Watched(number: one.number, before: before, source: source)
        }
    }

    /// Hands on nothing more.
    func end() {
        for one in watched {
            one.source.cancel()
            signal(one.number, one.before)
        }
    }
}
