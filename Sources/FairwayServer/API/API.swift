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
    func answer(
        _ request: Request,
        _ exchange: Exchange,
        _ call: @escaping @Sendable () async throws -> Response
    ) {
        exchange.respond { try await response(to: request, call) }
    }

    /// The same for a client's call that the engine does not take on when there is too much to do.
    func answer(
        admitting request: Request,
        _ exchange: Exchange,
        _ call: @escaping @Sendable () async throws -> Response
    ) {
        if let refusal = engine.refusal(afterSeconds: request.unreadSeconds) {
            return exchange.respond(respond(refusal, to: request))
        }
        answer(request, exchange, call)
    }

    /// The same for a call that waits until something happens, or its client goes.
    func answer(
        _ request: Request,
        waiting exchange: Exchange,
        _ call: @escaping @Sendable () async throws -> Response
    ) {
        exchange.respondAfterWaiting { try await response(to: request, call) }
    }

    private func response(to request: Request, _ call: () async throws -> Response) async throws -> Response {
        do {
            return try await call()
        } catch {
            return try respond(error, to: request)
        }
    }

    /// What was refused as a response. Any other error is thrown on.
    @inline(never)
    func respond(_ error: any Error, to request: Request) throws -> Response {
        switch error {
        case let refusal as Refusal: respond(refusal.answer, to: request)
        case let problem as Problem: respond(Answer(problem), to: request)
        default: throw error
        }
    }

    /// The answer of the engine as a response; what only the log is to know goes there.
    func respond(_ answer: Answer, to request: Request) -> Response {
        if let cause = answer.cause { report(.callFailed(answer.code, cause, request.id)) }
        return Response(answer)
    }
}
