import FairwayHTTP
import ServerDoubles
import TestWaits
import Testing

/// Errors that are thrown by asynchronous work.
@Suite(.waiting)
struct RecoveryTests {
    private struct Mishap: Error {}

    @Test(
        arguments: [
            ("recovered", 299, nil), ("refused", 429, "too-many-requests"), ("passed-on", 500, "internal-error"),
        ] as [(String, Int, String?)],
        ["at-once", "waiting"]
    )
    func errorsAreRecoveredOrAnswered(expected: (name: String, status: Int, code: String?), how: String) async throws {
        var router = Router<Void>()
        router.on(.get, "/{how}") { (_, exchange, how: String) in
            let work: @Sendable () async throws -> Response = {
                await Task.yield()
                throw Mishap()
            }
            let recover: @Sendable (any Error) throws -> Response = { error in
                switch expected.name {
                case "recovered": return Response(299)
                case "refused": throw HTTPProblem.tooManyRequests(retryAfterSeconds: 7)
                default: throw error
                }
            }
            if how == "waiting" {
                exchange.respondAfterWaiting(work, recover: recover)
            } else {
                exchange.respond(work, recover: recover)
            }
        }
        try await withServer(router) { server in
            let response = try server.exchange("GET /\(how) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.status == expected.status)
            if let code = expected.code { #expect(response.body.contains("\"code\":\"\(code)\"")) }
        }
    }
}
