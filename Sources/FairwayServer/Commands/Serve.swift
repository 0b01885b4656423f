import Dispatch
import Fairway

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The `serve` command: serves the app until the process receives a signal.
struct Serve: Command {
    let name = "serve"
    let summary = "Serves the app to its clients."

    let app: App

    func run(_ options: ServeOptions, console: Console) async throws -> ExitCode {
        let log = Log(level: options.logLevel, format: options.logFormat, console: console)
        defer { log.flush(withinSeconds: 2) }
        // Before the server starts, so a signal during startup also stops it cleanly.
        let stops = StopSignal.all()
        let server = try await AppServer(app, options, log: log)
        console.say("listening on http://\(try server.start())")
        for await signal in stops {
            log.record(.stopping(signal))
            break
        }
        server.announceStop()
        await Self.wait(for: options.noticeTime, orAnyOf: stops)
        await server.stop()
        return .success
    }

    /// Waits for the given time. A further signal ends the wait.
    private static func wait(for time: Duration, orAnyOf signals: AsyncStream<StopSignal>) async {
        await withTaskGroup { group in
            group.addTask { try? await Task.sleep(for: time) }
            group.addTask { for await _ in signals { return } }
            await group.next()
            group.cancelAll()
        }
    }
}

enum StopSignal: String, CaseIterable {
    /// Sent by service managers.
    case terminate = "SIGTERM"
    /// Sent by Control-C.
    case interrupt = "SIGINT"

    private var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        }
    }

    /// The stop signals that the process receives from now on.
    static func all() -> AsyncStream<StopSignal> {
        let (signals, continuation) = AsyncStream.makeStream(of: StopSignal.self)
        for stop in allCases {
            // The default action would end the process.
            signal(stop.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: stop.number)
            // Only the handler retains the source.
            source.setEventHandler {
                withExtendedLifetime(source) { _ = continuation.yield(stop) }
            }
            source.resume()
        }
        return signals
    }
}
