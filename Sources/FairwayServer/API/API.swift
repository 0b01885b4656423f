import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTraces
import FairwayWire

/// The HTTP interface of an engine, as specified in `docs/protocol.md`.
struct API: Sendable {
    private let parts: Parts

    /// The API's dependencies. A class, so the two copies of the API that each request makes are cheap. The API itself
    /// is a struct, so its closures do not have to name `self`.
    private final class Parts: Sendable {
        let operators: Operators
        let operatorAccess: OperatorAccess
        /// The header in which an authenticating proxy names the user.
        let identityHeader: HeaderName?
        /// The proxies whose forwarded client addresses are trusted.
        let proxies: TrustedProxies
        /// Nil if the server takes no user tokens.
        let userTokens: (any UserTokenVerifier)?
        let clock: any WallClock
        let streams: StreamHeartbeat
        let longPolls: SubscriptionTimeouts
        /// The streams that were opened with a user token.
        let expiringStreams: SubscriptionTimeouts
        /// Nil if changes are not traced.
        let tracer: Tracer?
        let report: @Sendable (LogEvent) -> Void

        init(
            _ operators: Operators,
            _ operatorAccess: OperatorAccess,
            _ identityHeader: HeaderName?,
            _ proxies: TrustedProxies,
            _ userTokens: (any UserTokenVerifier)?,
            _ clock: any WallClock,
            _ streams: StreamHeartbeat,
            _ longPolls: SubscriptionTimeouts,
            _ tracer: Tracer?,
            _ report: @escaping @Sendable (LogEvent) -> Void
        ) {
            self.operators = operators
            self.operatorAccess = operatorAccess
            self.identityHeader = identityHeader
            self.proxies = proxies
            self.userTokens = userTokens
            self.clock = clock
            self.streams = streams
            self.longPolls = longPolls
            expiringStreams = SubscriptionTimeouts(clock: clock)
            self.tracer = tracer
            self.report = report
        }
    }

    init(
        operators: Operators,
        operatorAccess: OperatorAccess,
        identityHeader: HeaderName?,
        proxies: TrustedProxies = TrustedProxies([]),
        userTokens: (any UserTokenVerifier)?,
        clock: any WallClock,
        streams: StreamHeartbeat,
        longPolls: SubscriptionTimeouts,
        tracer: Tracer? = nil,
        report: @escaping @Sendable (LogEvent) -> Void
    ) {
        parts = Parts(
            operators,
            operatorAccess,
            identityHeader,
            proxies,
            userTokens,
            clock,
            streams,
            longPolls,
            tracer,
            report
        )
    }

    var engine: Engine { parts.operators.engine }
    var operators: Operators { parts.operators }
    var operatorAccess: OperatorAccess { parts.operatorAccess }
    var identityHeader: HeaderName? { parts.identityHeader }
    var userTokens: (any UserTokenVerifier)? { parts.userTokens }
    var clock: any WallClock { parts.clock }
    var streams: StreamHeartbeat { parts.streams }
    var longPolls: SubscriptionTimeouts { parts.longPolls }
    var expiringStreams: SubscriptionTimeouts { parts.expiringStreams }
    var report: @Sendable (LogEvent) -> Void { parts.report }

    func addRoutes(to router: inout Router<APIOperation>) {
        addSessionRoutes(to: &router)
        addChangeRoutes(to: &router)
        addSignalRoutes(to: &router)
        addHandoffRoutes(to: &router)
        addUserRoutes(to: &router)
    }

    /// Answers with the result of a call. The call starts immediately on the connection's event loop. A call that does
    /// not suspend also ends there.
    func answer(
        _ request: Request,
        _ exchange: Exchange,
        _ call: @escaping @Sendable () async throws -> Response
    ) {
        guard let tracer = parts.tracer else {
            return exchange.respond(call, recover: { try respond($0, to: request) })
        }
        let span = RequestSpan(tracer, traceparent: request.traceParent, afterSeconds: request.unreadSeconds)
        exchange.respond { try await trace(request, exchange, span, call) }
    }

    /// Answers with the result of a call whose changes are traced.
    private func trace(
        _ request: Request,
        _ exchange: Exchange,
        _ span: RequestSpan,
        _ call: @Sendable () async throws -> Response
    ) async throws -> Response {
        let response: Response
        do {
            response = try await span.run(call)
        } catch {
            response = try respond(error, to: request)
        }
        span.end(
            status: response.status.code,
            code: response.code,
            of: RequestSpan.Facts(method: request.method.name, route: exchange.route, id: request.id.description)
        )
        return response
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
        if let cause = answer.cause { report(.callFailed(answer.code, cause, request.id, about: answer.subject)) }
        return Response(answer)
    }
}

extension API {
    /// The device with a locale. If it has none, this is the app's language that `Accept-Language` matches best.
    func localized(_ device: Device, for request: Request) -> Device {
        guard device.locale == nil, let accepted = request[.acceptLanguage],
            let language = engine.bestLanguage(for: accepted)
        else { return device }
        var device = device
        device.locale = language
        return device
    }

    /// The caller of a session: a client with the session's token or with a user token.
    func caller(_ request: Request) async throws(Problem) -> Caller {
        if let caller = try sessionCaller(request) { return caller }
        let token = try bearer(request)
        return try caller(request, token, try await verified(token))
    }

    /// The caller of a session, if the bearer token has the form of a session's. Most have, and need no asynchronous call.
    func sessionCaller(_ request: Request) throws(Problem) -> Caller? {
        let token = try bearer(request)
        return try isSessionToken(token) ? caller(request, token, nil) : nil
    }

    /// The caller of a session, by its bearer token and the user of that token.
    func caller(_ request: Request, _ token: String, _ verified: VerifiedUser?) throws(Problem) -> Caller {
        let (id, network) = (request.id.description, request.network(behind: parts.proxies))
        if let verified { return Caller(.user(verified.user), request: id, network: network) }
        return Caller(.token(token), user: try proxyUser(request), request: id, network: network)
    }

    /// The user named by an authenticating proxy; nil if no such proxy is configured, or if its header is missing.
    func proxyUser(_ request: Request) throws(Problem) -> User? {
        guard let identityHeader else { return nil }
        do throws(HTTPProblem) {
            return try request.onlyValue(identityHeader).map { User(id: $0) }
        } catch {
            throw Problem(.malformedRequest, error.detail)
        }
    }

    /// The operator with the request's token. Throws if there is none, or if its role is less than `least`.
    @discardableResult
    func requireOperator(_ request: Request, needs least: OperatorRole) throws(Problem) -> Operator {
        guard let found = operatorAccess.operator(withToken: try bearer(request)) else { throw Problem(.forbidden) }
        guard found.role >= least else {
            throw Problem(
                .forbidden,
                "The role of this operator is \(found.role.rawValue), but the call needs \(least.rawValue).",
                members: ["needs": .string(least.rawValue)]
            )
        }
        return found
    }

    /// Writes a call of an operator to the audit.
    ///
    /// - Throws: `store-unavailable` if the entry cannot be written. The call must then do and show nothing.
    func audit(
        _ request: Request,
        _ exchange: Exchange,
        by operator: Operator,
        about subject: AuditSubject
    ) async throws(Problem) {
        let entry = AuditEntry(
            at: clock.now,
            operator: `operator`.name,
            call: "\(request.method.name) \(subject.path ?? exchange.route ?? request.path)",
            session: subject.session,
            user: subject.user,
            request: request.id.description
        )
        do throws(StoreError) {
            try await operators.store.record(entry)
        } catch {
            report(.callFailed(.storeUnavailable, "The audit cannot be written: \(error)", request.id))
            throw Problem(.storeUnavailable)
        }
    }

    func bearer(_ request: Request) throws(Problem) -> String {
        guard let token = request.bearerToken else { throw Problem(.missingToken) }
        guard !token.isEmpty else { throw .invalidToken("The header `Authorization` has no token after `Bearer`.") }
        return token
    }
}

/// What a call of an operator is about.
struct AuditSubject {
    var session: String?
    var user: String?
    /// Names what the call is about in place of the template of the path.
    var path: String?

    /// A session, and its user if it has one.
    static func session(_ id: String) -> AuditSubject { AuditSubject(session: id) }

    static func user(_ id: String) -> AuditSubject { AuditSubject(user: id) }

    /// A problem, which may not exist.
    static func problem(_ id: String) -> AuditSubject {
        AuditSubject(path: "/v1/admin/problems/\(id.shortened(toBytes: mostBytesOfID))")
    }

    /// The recipient of a signal, as the sender has named it. Shortened, because the call is audited before it is checked.
    static func recipient(session: String?, user: String?) -> AuditSubject {
        AuditSubject(
            session: session?.shortened(toBytes: mostBytesOfID),
            user: user?.shortened(toBytes: mostBytesOfUser)
        )
    }

    private static let (mostBytesOfID, mostBytesOfUser) = (64, 255)
}

extension ResponseHeaders {
    /// Created once, because nearly every response has these headers.
    fileprivate static let noStore: ResponseHeaders = ["Cache-Control": "no-store"]
}

extension Response {
    /// Converts an engine's answer, and adds its headers.
    init(_ answer: Answer) {
        var headers = ResponseHeaders.noStore
        if let revision = answer.revision { headers.addEntityTag(revision) }
        if answer.isReplay { headers.add("Idempotency-Replayed", "true") }
        if answer.status == 201, let session = answer.session { headers.add("Location", "/v1/sessions/\(session)") }
        if answer.status == 401 {
            headers.add(
                "WWW-Authenticate",
                answer.code == .invalidToken ? #"Bearer error="invalid_token""# : "Bearer"
            )
        }
        if let seconds = answer.retryAfterSeconds { headers.add("Retry-After", "\(seconds)") }
        self.init(
            Status(answer.status),
            answer.status < 300 ? .json : .problem,
            headers: headers,
            body: answer.body,
            code: answer.code?.rawValue,
            subject: answer.subject
        )
    }

    /// A response without a body.
    static func noContent(_ answer: Answer? = nil, about subject: SessionSubject? = nil) -> Response {
        var response = Response(204, headers: .noStore, subject: answer?.subject ?? subject)
        if answer?.isReplay == true { response.headers.add("Idempotency-Replayed", "true") }
        return response
    }

    /// A JSON response that must not be cached.
    static func json(_ value: some Encodable, status: Status = 200) throws -> Response {
        .json(try JSON.encode(value), status: status)
    }

    /// A JSON response that must not be cached, from encoded bytes.
    static func json(_ body: [UInt8], status: Status = 200) -> Response {
        Response(status, .json, headers: .noStore, body: body)
    }
}
