import Fairway
import FairwayHTTP
import FairwayWire

/// The HTTP interface of an engine: `protocol.md`, call by call.
struct API: Sendable {
    private let parts: Parts

    /// What it is made of. A class, because every call hands all of it on, twice; and not the API itself, in whose closures
    /// `self` would have to be named.
    private final class Parts: Sendable {
        let engine: Engine
        let operatorTokenHash: [UInt8]
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

    /// - Parameters:
    ///   - operatorTokenHash: SHA-256 of what an operator's calls must bear.
    ///   - identityHeader: The header field in which an authenticating proxy names the user.
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
        exchange.respond(call, recover: { try respond($0, to: request) })
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
        exchange.respondAfterWaiting(call, recover: { try respond($0, to: request) })
    }

    /// What was refused as a response. Any other error is thrown on.
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
