import Fairway

/// `serve`: answers clients until it is told to stop.
struct Serve: Command {
    let name = "serve"
    let summary = "Serves the app to its clients."

    /// What is served.
    let app: App

    func run(_ options: ServeOptions, console: Console) async throws -> ExitCode {
        let log = Log(level: options.logLevel, format: options.logFormat, console: console)
        defer { log.flush(withinSeconds: 2) }
        // Before anything that a signal should not cut off.
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

    /// Whoever asks a second time does not want to wait.
    private static func wait(for time: Duration, orAnyOf signals: AsyncStream<StopSignal>) async {
        await withTaskGroup { group in
            group.addTask { try? await Task.sleep(for: time) }
            group.addTask { for await _ in signals { return } }
            await group.next()
            group.cancelAll()
        }
    }
}
