import Fairway
import Glibc

/// The button *Kill the server* on the first page, for `fairway-samples serve --demo-kill`.
struct DemoKill: Sendable {
    /// `script/server` starts the server again after this exit code.
    private static let exitCode: Int32 = 86
    /// A server that was just started is not ended, so that visitors cannot keep it down.
    private static let shortestLife = Duration.seconds(3)

    private let startedAt = ContinuousClock.now

    private struct Life: Encodable {
        var upMilliseconds: Int
    }

    /// The file that shows the button, and the endpoint that it calls.
    var parts: [any AppPart] {
        [
            PublicFile("web/samples/killing.js", "export const canKillServer = true;\n"),
            Endpoint(.get, "/demo/kill") { _, _ in try .json(Life(upMilliseconds: Int(lived / .milliseconds(1)))) },
            Endpoint(.post, "/demo/kill") { request, _ in
                guard Self.isOfFirstPage(request) else { return .status(403) }
                guard lived >= Self.shortestLife else { return .status(503, headers: ["Retry-After": "3"]) }
                // Without a shutdown: no handler of the exit runs, and no buffer is flushed.
                _exit(Self.exitCode)
            },
        ]
    }

    private var lived: Duration { ContinuousClock.now - startedAt }

    /// Pages of other origins cannot send this `Origin`.
    private static func isOfFirstPage(_ request: WebRequest) -> Bool {
        guard let origin = request.headers["Origin"], let host = request.headers["Host"] else { return false }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}
