import Fairway
import FairwayHTTP
import FairwayWire

/// Calls that start, read, stream and end a session.
extension API {
    func addSessionRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .post,
            "/v1/sessions",
            description: APIOperation("Starts a session.", "Sessions", .anyone)
                .explained(
                    "The body names a flow or a link; without either, the app's initial flow starts. Save the session's id and its token: the token is sent once only."
                )
                .takes(startSchema, isRequired: false)
                .reads(.longIdempotencyKey)
                .reads(.acceptLanguage)
                .answers(
                    201,
                    "The first state, with the session's token. There is none if the call has a user token.",
                    WireSchema.state.reference,
                    headers: .location,
                    .entityTag,
                    .idempotencyReplayed
                )
                .refuses(.missingToken, .signInRequired, .noSuchFlow, .invalidInput, .noSuchLink, .linkRefused)
                .runsFlow()
        ) { request, exchange in
            answer(admitting: request, exchange) { try await start(request, exchange) }
        }
        router.on(
            .get,
            "/v1/sessions/{session}",
            description: APIOperation("The current state of the session.", "Sessions", .session)
                .explained(
                    "Use it when a client comes back, and to poll in place of a stream: with `If-None-Match` and `Prefer: wait=20`, the call waits for a change."
                )
                .reads(.ifNoneMatch)
                .reads(.prefer)
                .answers(200, "The state, without moves and effects.", WireSchema.state.reference, headers: .entityTag)
                .answers(304, "The client's copy is current.", headers: .entityTag)
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
            description: APIOperation("Ends the session.", "Sessions", .session)
                .explained("A session that is over accepts no changes. Its state can be read until it is deleted.")
                .changesSession(answering: 204, "The session is over.", nil)
        ) { (request, exchange, session: String) in
            answer(admitting: request, exchange) { try await end(request, session) }
        }
        router.on(
            .get,
            "/v1/sessions/{session}/stream",
            description: APIOperation("Streams the session's states as server-sent events.", "Sessions", .session)
                .explained(
                    "Each event has the complete state, so a client that misses one needs no other. Send `Last-Event-ID` when you connect again."
                )
                .reads(.lastEventID)
                .answers(
                    200,
                    "Events `state`, with the revision as id, and `superseded`. Ends when the user token expires.",
                    as: "text/event-stream"
                )
                .refuses(.tooManyRequests)
        ) { (request, exchange, session: String) in
            watch(request, exchange, session)
        }
    }

    private struct StartBody: Decodable, DescribedType {
        var flow: String?
        var input: RawJSON?
        var link: String?
        var device: Device?

        static let described = TypeDescription(
            "What a session starts with. Without members, it starts with the app's initial flow.",
            example: ["flow": "Tutorial"],
            .init("flow", "The name of a flow of the catalog. Not together with `link`.", "Tutorial"),
            .init("input", "The flow's input, as the catalog's schema of the flow describes it.", JSONValue.null),
            .init("link", "A deep link to start with.", "/planets/earth"),
            .init("device", "The client's device.")
        )
    }

    private var startSchema: JSONObject {
        var schema = JSONSchema.of(StartBody.self)
        var properties = schema["properties"]?.object ?? [:]
        let inputs = engine.inputs.map { flow, input in
            var input = input
            input["title"] = .string("The input of \(flow)")
            return JSONValue.object(input)
        }
        var described = properties["input"]?.object ?? [:]
        described["anyOf"] = .array(inputs + [["type": "null"]])
        properties["input"] = .object(described)
        schema["properties"] = .object(properties)
        return schema
    }

    private func start(_ request: Request, _ exchange: Exchange) async throws -> Response {
        let requester = try await requester(request)
        if identityHeader != nil, requester.user == nil {
            throw Problem(.missingToken, "The server requires its proxy's identity header, but the request has none.")
        }
        let key = try request.requestKey(atLeast: 16)
        let read = Result { () throws(Problem) in
            try request.decodeBody(StartBody.self, wrongValue: .invalidInput)
        }
        if case .failure(let problem) = read, problem.code.status == 422 {
            let id = request.id.description
            let answer = await engine.refuseCreation(problem, of: "start", key: key, by: requester, request: id)
            return respond(answer, to: request)
        }
        let body = try read.get()
        let start = StartRequest(
            flow: body.flow,
            input: body.input,
            link: body.link,
            device: localized(body.device ?? Device(), for: request)
        )
        return respond(
            await engine.start(
                start,
                key: key,
                by: requester,
                request: request.id.description,
                continuingOn: exchange.eventLoop
            ),
            to: request
        )
    }

    private func read(_ request: Request, _ session: String) async throws -> Response {
        let caller = try await caller(request)
        let answer = await engine.state(session, by: caller)
        guard answer.status == 200, let revision = answer.revision, request.knows(revision)
        else { return respond(answer, to: request) }
        guard let seconds = request.waitSeconds, seconds > 0 else { return notModified(revision, session) }
        let subscription = try await engine.subscribe(session, by: caller, after: revision)
        guard await longPolls.next(of: subscription, withinSeconds: Double(seconds)) != nil else {
            return notModified(revision, session)
        }
        return respond(await engine.state(session, by: caller), to: request)
    }

    private func notModified(_ revision: Int, _ session: String) -> Response {
        var headers: ResponseHeaders = ["Cache-Control": "no-store"]
        headers.addEntityTag(revision)
        return Response(304, headers: headers, subject: engine.subject(of: session))
    }

    private func end(_ request: Request, _ session: String) async throws -> Response {
        let answer = await engine.perform(
            .end(.ended),
            on: session,
            by: try await caller(request),
            guards: try request.guards()
        )
        return answer.code == nil ? .noContent(answer) : respond(answer, to: request)
    }
}

extension API {
    /// Streams the session's states until the session is over or the client disconnects.
    func watch(_ request: Request, _ exchange: Exchange, _ session: String) {
        exchange.pausePipeline()
        Task.immediate(executorPreference: exchange.eventLoop) {
            do {
                let token = try bearer(request)
                let verified = try await verified(token)
                let caller = try caller(request, token, verified)
                let seen = request[.lastEventID].flatMap { UInt32($0) }.map { Int($0) }
                let subscription = try await engine.subscribe(session, by: caller, after: seen ?? 0)
                // Cancel the subscription if the stream cannot start. Otherwise it would keep the session in memory.
                var isWatched = false
                defer { if !isWatched { subscription.cancel() } }
                let missed =
                    if let seen, seen < subscription.beginning {
                        try await engine.effects(session, after: seen, upTo: subscription.beginning)
                    } else {
                        [EffectDocument]()
                    }
                isWatched = true
                let stream = EventStream(exchange, streams, of: engine.subject(of: session)) { subscription.cancel() }
                await stream.run {
                    guard let verified else { return await stream.send(subscription, missed) }
                    let seconds = verified.secondsOfStream(at: clock.now)
                    await expiringStreams.run(subscription, withinSeconds: seconds) {
                        await stream.send(subscription, missed)
                    }
                }
            } catch {
                exchange.respond { try respond(error, to: request) }
            }
        }
    }
}

extension EventStream {
    /// Sends states until the subscription ends. A client that reads slowly skips states: the subscription keeps only
    /// the newest unsent one. The first state also contains the effects that the client has `missed`.
    fileprivate func send(_ subscription: Subscription, _ missed: [EffectDocument]) async {
        var missed = missed
        while let event = await subscription.next() {
            switch event {
            case .superseded:
                await send("superseded")
            case .state(var document):
                document.effects = missed + document.effects
                missed = []
                await send("state", id: document.revision, data: "\(document.json)")
            }
        }
    }
}
