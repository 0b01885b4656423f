import Fairway
import FairwayHTTP
import FairwayWire

/// The HTTP interface of an engine: `protocol.md`, call by call.
struct API: Sendable {
    let engine: Engine
    /// SHA-256 of what an operator's calls must bear.
    let operatorTokenHash: [UInt8]
    /// The header field in which an authenticating proxy names the user.
    let identityHeader: HeaderName?
    let clock: any WallClock
    let streams: StreamHeartbeat
    let longPolls: LongPolls
    let report: @Sendable (LogEvent) -> Void

    /// Every route there is.
    func addRoutes(to router: inout Router<Operation>) {
        addSessionRoutes(to: &router)
        addChangeRoutes(to: &router)
        addHandoffRoutes(to: &router)
    }

    /// Answers with what a call comes to. It begins at once on the connection's event queue, and a call that need not wait
    /// ends there too.
    func answer(_ exchange: Exchange, _ call: @escaping @Sendable () async throws -> Response) {
        exchange.respond { try await response(call) }
    }

    /// The same for a client's call that the engine does not take on when there is too much to do.
    func answer(
        _ exchange: Exchange,
        admitting request: Request,
        _ call: @escaping @Sendable () async throws -> Response
    ) {
        if let refusal = engine.refusal(afterSeconds: request.unreadSeconds) {
            return exchange.respond(respond(refusal, to: request))
        }
        answer(exchange, call)
    }

    /// The same for a call that waits until something happens, or its client goes.
    func answer(waiting exchange: Exchange, _ call: @escaping @Sendable () async throws -> Response) {
        exchange.respondAfterWaiting { try await response(call) }
    }

    private func response(_ call: () async throws -> Response) async throws -> Response {
        do {
            return try await call()
        } catch let problem as Problem {
            return Response(Answer(problem))
        }
    }

    /// The answer of the engine as a response; what only the log is to know goes there.
    func respond(_ answer: Answer, to request: Request) -> Response {
        if let cause = answer.cause { report(.callFailed(answer.code, cause, request.id)) }
        return Response(answer)
    }
}
