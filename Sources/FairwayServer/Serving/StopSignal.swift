import Dispatch

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The signals by which a process is asked to end.
enum StopSignal: String, CaseIterable {
    /// What service managers send.
    case terminate = "SIGTERM"
    /// What a terminal sends for control-C.
    case interrupt = "SIGINT"

    private var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        }
    }

    /// The signals that arrive from now on, until the process ends.
    static func all() -> AsyncStream<StopSignal> {
        let (signals, continuation) = AsyncStream.makeStream(of: StopSignal.self)
        for stop in allCases {
            // Dispatch sees a signal beside the default action, which would end the process before that.
            signal(stop.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: stop.number)
            // The handler holds its source, which otherwise would go when this function returns.
            source.setEventHandler {
                withExtendedLifetime(source) { _ = continuation.yield(stop) }
            }
            source.resume()
        }
        return signals
    }
}
