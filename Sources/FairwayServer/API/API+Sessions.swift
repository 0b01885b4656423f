import Fairway
import FairwayHTTP
import FairwayWire

/// Starting, reading, watching and ending a session.
extension API {
    func addSessionRoutes(to router: inout Router<Operation>) {
        router.on(
            .post,
            "/v1/sessions",
            description: Operation("Starts a session.", "Sessions")
                .takes(StartBody.self)
                .reads(.longIdempotencyKey)
                .answers(
                    201,
                    "The first state, with the session's token.",
                    WireSchema.state.reference,
                    headers: .location,
                    .entityTag,
                    .idempotencyReplayed
                )
                .refuses(.missingToken, .noSuchFlow, .invalidInput, .noSuchLink, .linkRefused)
                .runsFlow()
        ) { request, exchange in
            answer(admitting: request, exchange) { try await start(request, exchange) }
        }
        router.on(
            .get,
            "/v1/sessions/{session}",
            description: Operation("The session as it is now.", "Sessions", .session)
                .reads(.ifNoneMatch)
                .reads(.prefer)
                .answers(200, "The state, without moves and effects.", WireSchema.state.reference, headers: .entityTag)
                .answers(304, "The client has it.", headers: .entityTag)
                .refuses(.tooManyRequests)
        ) { (request, exchange, session: String) in
            guard request.waitSeconds == nil else {
                return answer(request, waiting: exchange) { try await read(request, session) }
            }
            answer(request, exchange) { try await read(request, session) }
        }
        router.on(
            .delete,
            "/v1/sessions/{session}",
            description: Operation("Ends the session.", "Sessions", .session)
                .changesSession(answering: 204, "The session is over.", nil)
        ) { (request, exchange, session: String) in
            answer(admitting: request, exchange) { try await end(request, session) }
        }
        router.on(
            .get,
            "/v1/sessions/{session}/stream",
            description: Operation("Every revision as it comes, as server-sent events.", "Sessions", .session)
                .reads(.lastEventID)
                .answers(
                    200,
                    "Events `state` and `superseded`, each with the revision as its id.",
                    as: "text/event-stream"
                )
                .refuses(.tooManyRequests)
        ) { (request, exchange, session: String) in
            watch(request, exchange, session)
        }
    }

    private struct StartBody: Decodable {
        var flow: String?
        var input: RawJSON?
        var link: String?
        var device: Device?
    }

    private func start(_ request: Request, _ exchange: Exchange) async throws -> Response {
        let identity = try identity(request)
        if identityHeader != nil, identity == nil {
            throw Problem(.missingToken, "This server is behind a proxy that says who the user is; this call does not.")
        }
        let key = try request.requestKey(atLeast: 16)
        let read = Result { () throws(Problem) in
            try request.decodeBody(StartBody.self, wrongValue: .invalidInput)
        }
        if case .failure(let problem) = read, problem.code.status == 422 {
            return respond(await engine.refuseCreation(problem, key: key, identity: identity), to: request)
        }
        let body = try read.get()
        let start = StartRequest(
            flow: body.flow,
            input: body.input,
            link: body.link,
            device: body.device ?? Device()
        )
        return respond(
            await engine.start(start, key: key, identity: identity, continuingOn: exchange.eventQueue),
            to: request
        )
    }

    private func read(_ request: Request, _ session: String) async throws -> Response {
        let caller = try caller(request)
        let answer = await engine.state(session, by: caller)
        guard answer.status == 200, let revision = answer.revision, request.knows(revision)
        else { return respond(answer, to: request) }
        guard let seconds = request.waitSeconds, seconds > 0 else { return notModified(revision) }
        let subscription = try await engine.subscribe(session, by: caller, after: revision)
        guard await longPolls.next(of: subscription, withinSeconds: Double(seconds)) != nil else {
            return notModified(revision)
        }
        return respond(await engine.state(session, by: caller), to: request)
    }

    private func notModified(_ revision: Int) -> Response {
        var headers: ResponseHeaders = ["Cache-Control": "no-store"]
        headers.addEntityTag(revision)
        return Response(304, headers: headers)
    }

    private func end(_ request: Request, _ session: String) async throws -> Response {
        let answer = await engine.perform(
            .end(.ended),
            on: session,
            by: try caller(request),
            guards: try request.guards()
        )
        return answer.code == nil ? .noContent(answer) : respond(answer, to: request)
    }
}
