import Fairway
import FairwayHTTP
import FairwayWire

/// The HTTP interface of an engine, as specified in `docs/protocol.md`.
struct API: Sendable {
    private let parts: Parts

    /// The API's dependencies. A class, so the two copies of the API that each request makes are cheap. The API itself
    /// is a struct, so its closures do not have to name `self`.
    private final class Parts: Sendable {
        let engine: Engine
        /// SHA-256 of the operator's token.
        let operatorTokenHash: [UInt8]
        /// The header in which an authenticating proxy names the user.
        let identityHeader: HeaderName?
        let clock: any WallClock
        let streams: StreamHeartbeat
        let longPolls: LongPolls
        let report: @Sendable (LogEvent) -> Void

        init(
            _ engine: Engine,
            _ operatorTokenHash: [UInt8],
            _ identityHeader: HeaderName?,
            _ clock: any WallClock,
            _ streams: StreamHeartbeat,
            _ longPolls: LongPolls,
            _ report: @escaping @Sendable (LogEvent) -> Void
        ) {
            self.engine = engine
            self.operatorTokenHash = operatorTokenHash
            self.identityHeader = identityHeader
            self.clock = clock
            self.streams = streams
            self.longPolls = longPolls
            self.report = report
        }
    }

    init(
        engine: Engine,
        operatorTokenHash: [UInt8],
        identityHeader: HeaderName?,
        clock: any WallClock,
        streams: StreamHeartbeat,
        longPolls: LongPolls,
        report: @escaping @Sendable (LogEvent) -> Void
    ) {
        parts = Parts(engine, operatorTokenHash, identityHeader, clock, streams, longPolls, report)
    }

    var engine: Engine { parts.engine }
    var operatorTokenHash: [UInt8] { parts.operatorTokenHash }
    var identityHeader: HeaderName? { parts.identityHeader }
    var clock: any WallClock { parts.clock }
    var streams: StreamHeartbeat { parts.streams }
    var longPolls: LongPolls { parts.longPolls }
    var report: @Sendable (LogEvent) -> Void { parts.report }

    func addRoutes(to router: inout Router<APIOperation>) {
        addSessionRoutes(to: &router)
        addChangeRoutes(to: &router)
        addHandoffRoutes(to: &router)
    }

    /// Answers with the result of a call. The call starts at once on the connection's event loop. A call that does not
    /// suspend also ends there.
    func answer(
        _ request: Request,
        _ exchange: Exchange,
        _ call: @escaping @Sendable () async throws -> Response
    ) {
        exchange.respond(call, recover: { try respond($0, to: request) })
    }

    /// Answers with the result of a call, or refuses the call if the engine is overloaded.
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

    /// Answers with the result of a call that may wait for an event. The call is cancelled if its client disconnects.
    func answer(
        _ request: Request,
        waiting exchange: Exchange,
        _ call: @escaping @Sendable () async throws -> Response
    ) {
        exchange.respondAfterWaiting(call, recover: { try respond($0, to: request) })
    }

    /// Converts a refusal to a response. Rethrows any other error.
    func respond(_ error: any Error, to request: Request) throws -> Response {
        switch error {
        case let refusal as EngineError: respond(refusal.answer, to: request)
        case let problem as Problem: respond(Answer(problem), to: request)
        default: throw error
        }
    }

    /// Converts the engine's answer to a response, and logs the cause of a failure.
    func respond(_ answer: Answer, to request: Request) -> Response {
        if let cause = answer.cause { report(.callFailed(answer.code, cause, request.id)) }
        return Response(answer)
    }
}

extension API {
    func caller(_ request: Request) throws(Problem) -> Caller {
        Caller(.token(try bearer(request)), identity: try identity(request))
    }

    /// The user's name from an authenticating proxy; nil without such a proxy or its header.
    func identity(_ request: Request) throws(Problem) -> String? {
        guard let identityHeader else { return nil }
        do throws(HTTPProblem) {
            return try request.onlyValue(identityHeader)
        } catch {
            throw Problem(.malformedRequest, error.detail)
        }
    }

    /// Throws unless the request has the operator's token.
    func requireOperator(_ request: Request) throws(Problem) {
        let hash = SHA256.hash(try bearer(request).utf8)
        guard Token.areEqual(hash, operatorTokenHash) else { throw Problem(.forbidden) }
    }

    private func bearer(_ request: Request) throws(Problem) -> String {
        guard let token = request.bearerToken else { throw Problem(.missingToken) }
        return token
    }
}
