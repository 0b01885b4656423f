import Fairway
import FairwayHTTP
import FairwayWire

/// What changes a session: what the user does, what happens outside, and what has been typed so far.
extension API {
    func addChangeRoutes(to router: inout Router<Operation>) {
        change(&router, .post, "actions", "The user did something on a screen.", ActionBody.self) {
            $0.refuses(.staleScreen, .noSuchAction, .invalidParams, .unhandledAction, .linkRefused)
        }
        change(&router, .post, "back", "The user left a screen with the system gesture.", BackBody.self) {
            $0.refuses(.staleScreen, .noSuchScreen)
        }
        change(&router, .post, "select", "The user brought another tab to the front.", SelectBody.self) {
            $0.refuses(.noSuchTab)
        }
        change(&router, .post, "links", "Opens a deep link inside the session.", LinkBody.self) {
            $0.refuses(.noSuchLink, .linkRefused)
        }
        change(&router, .post, "refresh", "Computes what is in front again.", RefreshBody.self)
        change(&router, .put, "device", "The client says something else of itself.", DeviceBody.self)
        router.on(
            .post,
            "/v1/sessions/{session}/signals",
            description: Operation("Something happened outside.", "Sessions", .operator)
                .takes(SignalBody.self)
                .changesSession()
                .refuses(.unhandledSignal)
        ) { (request, exchange, session: String) in
            answer(request, exchange) {
                try requireOperator(request)
                let change = try request.decodeBody(SignalBody.self).change
                return respond(
                    await engine.perform(change, on: session, by: Caller(.operator), guards: try request.guards()),
                    to: request
                )
            }
        }
        router.on(
            .put,
            "/v1/sessions/{session}/screens/{screen}/draft",
            bodyLimit: 17 * 1024,
            description: Operation("Keeps what the user has typed so far.", "Sessions", .session)
                .takes([:], isRequired: true)
                .answers(204, "It is kept until that screen is popped or an action on it succeeds.")
                .refuses(.noSuchScreen, .sessionOver, .tooManyRequests)
        ) { (request, exchange, session: String, screen: String) in
            answer(admitting: request, exchange) {
                // The token first: what is wrong with a body concerns nobody else.
                let caller = try caller(request)
                return try await setDraft(try request.rawBody(), session, screen, by: caller, request)
            }
        }
        router.on(
            .delete,
            "/v1/sessions/{session}/screens/{screen}/draft",
            description: Operation("Forgets what the user has typed.", "Sessions", .session)
                .answers(204, "It is forgotten.")
                .refuses(.malformedRequest, .noSuchScreen, .sessionOver, .tooManyRequests)
        ) { (request, exchange, session: String, screen: String) in
            answer(admitting: request, exchange) {
                try await setDraft(nil, session, screen, by: try caller(request), request)
            }
        }
    }

    /// A call that changes a session: read, guarded, made, answered with the state.
    private func change<Body: ChangeBody>(
        _ router: inout Router<Operation>,
        _ method: Method,
        _ name: String,
        _ summary: String,
        _ body: Body.Type,
        describe: (Operation) -> Operation = { $0 }
    ) {
        let operation = Operation(summary, "Sessions", .session).takes(body).changesSession().refuses(Body.wrongValue)
        router.on(method, "/v1/sessions/{session}/\(name)", description: describe(operation)) {
            (request, exchange, session: String) in
            answer(admitting: request, exchange) {
                let (caller, asked) = (try caller(request), try asked(request, body))
                let guards = try request.guards()
                let answer =
                    switch asked {
                    case .success(let change):
                        await engine.perform(
                            change,
                            on: session,
                            by: caller,
                            guards: guards,
                            continuingOn: exchange.eventQueue
                        )
                    case .failure(let problem): await engine.refuse(problem, on: session, by: caller, guards: guards)
                    }
                return respond(answer, to: request)
            }
        }
    }

    /// The change that a body asks for, or why it asks for none: which is answered with the state.
    @inline(never)
    private func asked<Body: ChangeBody>(
        _ request: Request,
        _ body: Body.Type
    ) throws(Problem) -> Result<Change, Problem> {
        do {
            return .success(try request.decodeBody(body, wrongValue: Body.wrongValue).change)
        } catch {
            guard error.code.status == 422 else { throw error }
            return .failure(error)
        }
    }

    private func setDraft(
        _ draft: RawJSON?,
        _ session: String,
        _ screen: String,
        by caller: Caller,
        _ request: Request
    ) async throws(Problem) -> Response {
        // To put the same again leads to the same, so that nothing is kept under it.
        _ = try request.idempotencyKey(atLeast: 1)
        let refusal = await engine.setDraft(draft, session, screen: screen, by: caller)
        return refusal.map { respond($0, to: request) } ?? .noContent()
    }
}
