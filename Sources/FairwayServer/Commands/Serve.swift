import Dispatch
package import Fairway
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The `serve` command: serves the app until the process receives a signal.
package struct Serve: Command {
    package let name = "serve"
    package let summary = "Serves the app to its clients."

    private let app: App
    private let identityProvider: LocalIdentityProvider?

    package init(app: App, identityProvider: LocalIdentityProvider? = nil) {
        self.app = app
        self.identityProvider = identityProvider
    }

    package func run(_ options: ServeOptions, console: Console) async throws -> ExitCode {
        // On a terminal, the log begins below the banner.
        let log = Log(
            level: options.logLevel,
            format: options.logFormat,
            console: console,
            isHeld: console.terminal != nil
        )
        defer { log.flush(withinSeconds: 2) }
        // Before the server starts, so a signal during startup also stops it cleanly.
        let stops = StopSignal.all()
        try Self.checkClock(SystemClock().now)
        let server = try await AppServer(app, options, identityProvider: identityProvider, log: log)
        if let terminal = console.terminal {
            let address = try server.start()
            console.say(StartBanner(server, at: address, options.store).text(on: terminal))
            log.release()
        } else {
            for warning in server.warnings { log.record(.warning(warning)) }
            if let token = server.generatedToken { log.record(.madeOperatorToken(token)) }
            console.say("listening on http://\(try server.start())")
        }
        for await signal in stops {
            log.record(.stopping(signal))
            break
        }
        server.announceStop()
        await Self.wait(for: options.noticeTime, orAnyOf: stops)
        await server.stop()
        return .success
    }

    /// The times that a clock may show: 2025 to 2199.
    private static let plausible =
        Date(timeIntervalSince1970: 1_735_689_600)...Date(timeIntervalSince1970: 7_258_118_400)

    /// Throws if the clock is so far out of range that stored times would be wrong for ever.
    static func checkClock(_ now: Date) throws(CommandError) {
        guard !plausible.contains(now) else { return }
        throw CommandError(
            .wrongClock,
            "the machine's clock shows \(now.ISO8601Format()). Set it, and start the server again."
        )
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

/// The summary that `serve` prints on a terminal when the server is ready.
struct StartBanner: Equatable {
    /// The server's address, as in a URL.
    var address: String
    /// The code of the link that signs one browser in to the console.
    var signInCode: String
    /// The operator's token, if the server has generated it.
    var generatedToken: String?
    var store: StoreLocation
    var warnings: [String] = []

    func text(on terminal: OutputTerminal) -> String {
        let origin = "http://\(Self.reachable(address))"
        let rows = [
            ("App", "\(origin)/"),
            ("Console", "\(origin)/admin#sign-in=\(signInCode)"),
            ("", terminal.text("The link signs in one browser, within \(Self.linkMinutes) minutes.", .quiet)),
            ("API", "\(origin)/docs/api"),
            ("Store", store.description),
            generatedToken.map { ("Token", $0) },
        ]
        let lines = rows.compactMap(\.self).map { name, text in
            let padding = String(repeating: " ", count: Self.nameColumns - name.count)
            return "  \(name.isEmpty ? "" : terminal.text(name, .strong))\(padding)\(text)"
        }
        let said = warnings.map { "  \(terminal.text("Warning:", .warning)) \($0)" }
        return ([""] + lines + [""] + (said.isEmpty ? [] : said + [""])).joined(separator: "\n")
    }

    private static let nameColumns = 9
    private static let linkMinutes = Int(OperatorAccess.linkSeconds / 60)

    /// An address that a browser on this machine can open. A server that listens on all addresses (0.0.0.0 or ::) also
    /// listens on the loopback address.
    private static func reachable(_ address: String) -> String {
        for (wildcard, loopback) in [("0.0.0.0:", "127.0.0.1:"), ("[::]:", "[::1]:")] where address.hasPrefix(wildcard)
        {
            return loopback + address.dropFirst(wildcard.count)
        }
        return address
    }
}

extension StartBanner {
    /// Makes a sign-in link. An earlier one becomes invalid.
    init(_ server: AppServer, at address: String, _ store: StoreLocation) {
        self.init(
            address: address,
            signInCode: server.makeSignInCode(),
            generatedToken: server.generatedToken,
            store: store,
            warnings: server.warnings
        )
    }
}
