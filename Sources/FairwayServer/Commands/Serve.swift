package import Fairway
import Foundation

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
        var serving = ServerOptions(options)
        serving.console = console
        serving.identityProvider = identityProvider
        try await FairwayServer(app, serving).run()
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
    /// The pages that the server serves.
    var pages = Set(BuiltInPages.Page.allCases)

    func text(on terminal: OutputTerminal) -> String {
        let origin = "http://\(Self.reachable(address))"
        let hint = terminal.text("The link signs in one browser, within \(Self.linkMinutes) minutes.", .quiet)
        let hasConsole = pages.contains(.console)
        let rows = [
            ("App", "\(origin)/"),
            hasConsole ? ("Console", "\(origin)/admin#sign-in=\(signInCode)") : nil,
            hasConsole ? ("", hint) : nil,
            pages.contains(.apiReference) ? ("API", "\(origin)/docs/api") : nil,
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
    init(_ server: AppServer, at address: String, _ store: StoreLocation, pages: Set<BuiltInPages.Page>) {
        self.init(
            address: address,
            signInCode: server.makeSignInCode(),
            generatedToken: server.generatedToken,
            store: store,
            warnings: server.warnings,
            pages: pages
        )
    }
}
