package import FairwayHTTP
import Synchronization

/// A collector of traces on a port of this machine. It keeps what servers send.
package final class TraceCollector: Sendable {
    private let state = Mutex(State())

    private struct State {
        var exports: [Request] = []
        var redirected = 0
        var answer = Response(200, .json, body: Array("{}".utf8))
    }

    package init() {}

    /// Listens while `body` runs, which gets the URL for `--otlp`.
    package func serve(_ body: (String) async throws -> Void) async throws {
        var router = Router<Void>()
        router.on(.post, "/v1/traces", bodyLimit: 4 << 20) { request in
            self.state.withLock { state in
                state.exports.append(request)
                return state.answer
            }
        }
        router.on(.post, "/elsewhere", bodyLimit: 4 << 20) { _ in
            self.state.withLock { $0.redirected += 1 }
            return Response(204)
        }
        try await withServer(router) { try await body("http://\($0.address)") }
    }

    /// The requests so far.
    package var exports: [Request] { state.withLock(\.exports) }
    /// How many requests have followed a redirect.
    package var redirected: Int { state.withLock(\.redirected) }

    /// Answers later requests with a redirect.
    package func redirect() {
        state.withLock { $0.answer = Response(307, headers: ["Location": "/elsewhere"]) }
    }
}
