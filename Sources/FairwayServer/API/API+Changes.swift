import Fairway
import FairwayHTTP
import FairwayWire

extension API {
    func addChangeRoutes(to router: inout Router<APIOperation>) {
        change(
            &router,
            .post,
            "actions",
            "Performs an action of a screen.",
            "The flow decides what happens next: the reply has the next screen and the moves that lead to it.",
            ActionBody.self
        ) {
            $0.refuses(.staleScreen, .noSuchAction, .invalidParams, .unhandledAction, .linkRefused)
        }
        change(
            &router,
            .post,
            "back",
            "Leaves a screen with the system gesture.",
            "Wait for the reply before you remove the screen: the flow decides whether and where the user goes back.",
            BackBody.self
        ) {
            $0.refuses(.staleScreen, .noSuchScreen)
        }
        change(
            &router,
            .post,
            "select",
            "Selects a tab.",
            "Each tab keeps its own screens. A tab that is selected for the first time shows its first screen.",
            SelectBody.self
        ) {
            $0.refuses(.noSuchTab)
        }
        change(
            &router,
            .post,
            "links",
            "Opens a deep link inside the session.",
            "The flows decide whether the link may be opened now, and which screens it shows.",
            LinkBody.self
        ) {
            $0.refuses(.signInRequired, .noSuchLink, .linkRefused)
        }
        change(
            &router,
            .post,
            "refresh",
            "Computes the visible view models again.",
            "Use it when the user pulls to refresh. Without a difference, the revision stays the same.",
            RefreshBody.self
        )
        change(
            &router,
            .put,
            "device",
            "Updates the device's description.",
            "Send it when the language, the app's version or the kind of window changes.",
            DeviceBody.self
        ) {
            $0.reads(.acceptLanguage)
        }
        router.on(
            .post,
            "/v1/sessions/{session}/signals",
            description: APIOperation("Sends a signal to the session's flows.", "Sessions", .operator)
                .explained(
                    "A signal is for events from other systems, such as a payment. The innermost flow with a route for it handles it."
                )
                .takes(SignalBody.self)
                .changesSession()
                .answers(
                    202,
                    "The state. The flow gets the signal again after the session's next change.",
                    WireSchema.state.reference
                )
                .refuses(.unhandledSignal, .invalidParams)
        ) { (request, exchange, session: String) in
            answer(request, exchange) {
                let `operator` = try requireOperator(request, needs: .admin)
                try await audit(request, exchange, by: `operator`, about: .session(session))
                let change = try request.decodeBody(SignalBody.self).change
                return respond(
                    await engine.perform(
                        change,
                        on: session,
                        by: Caller(.operator, request: request.id.description),
                        guards: try request.guards()
                    ),
                    to: request
                )
            }
        }
        router.on(
            .put,
            "/v1/sessions/{session}/screens/{screen}/draft",
            bodyLimit: 17 * 1024,
            description: APIOperation("Stores a draft of the user's input.", "Sessions", .session)
                .explained(
                    "The body is any JSON value. Send it when the user pauses, so that nothing typed is lost with the device."
                )
                .takes(["examples": [["name": "Ada"]]], isRequired: true)
                .answers(204, "The draft is stored until the screen is popped or an action on it succeeds.")
                .refuses(.noSuchScreen, .sessionOver, .stateTooLarge, .tooManyRequests)
        ) { (request, exchange, session: String, screen: String) in
            answer(admitting: request, exchange) {
                // Reads the token first: without one, the answer is 401 even if the body is invalid.
                let caller = try await caller(request)
                return try await setDraft(try request.rawBody(), session, screen, by: caller, request)
            }
        }
        router.on(
            .delete,
            "/v1/sessions/{session}/screens/{screen}/draft",
            description: APIOperation("Deletes a draft.", "Sessions", .session)
                .explained(
                    "Use it when the user clears the form. An action that succeeds deletes the draft of its screen as well."
                )
                .answers(204, "The draft is deleted.")
                .refuses(.malformedRequest, .noSuchScreen, .sessionOver, .tooManyRequests)
        ) { (request, exchange, session: String, screen: String) in
            answer(admitting: request, exchange) {
                try await setDraft(nil, session, screen, by: try await caller(request), request)
            }
        }
    }

    /// Adds a route that decodes a change, performs it and answers with the state.
    private func change<Body: ChangeBody>(
        _ router: inout Router<APIOperation>,
        _ method: Method,
        _ name: String,
        _ summary: String,
        _ about: String,
        _ body: Body.Type,
        describe: @escaping @Sendable (APIOperation) -> APIOperation = { $0 }
    ) {
        router.on(
            method,
            "/v1/sessions/{session}/\(name)",
            description: describe(
                APIOperation(summary, "Sessions", .session).explained(about).takes(body).changesSession().refuses(
                    Body.wrongValue
                )
            )
        ) { (request, exchange, session: String) in
            answer(admitting: request, exchange) {
                let caller = if let known = try sessionCaller(request) { known } else { try await caller(request) }
                let (requested, guards) = try requested(request, body)
                let answer =
                    switch requested {
                    case .success(let change):
                        await engine.perform(
                            change,
                            on: session,
                            by: caller,
                            guards: guards,
                            continuingOn: exchange.eventLoop
                        )
                    case .failure(let problem):
                        await engine.refuse(problem, of: Body.kind, on: session, by: caller, guards: guards)
                    }
                return respond(answer, to: request)
            }
        }
    }

    /// Reads the change and its preconditions. A problem with status 422 is returned, because its answer contains the
    /// session's state.
    private func requested<Body: ChangeBody>(
        _ request: Request,
        _ body: Body.Type
    ) throws -> (Result<Change, Problem>, Guards) {
        let requested: Result<Change, Problem>
        do throws(Problem) {
            let change = try request.decodeBody(body, wrongValue: Body.wrongValue).change
            if case .device(let device, _) = change {
                requested = .success(.device(localized(device, for: request)))
            } else {
                requested = .success(change)
            }
        } catch {
            guard error.code.status == 422 else { throw error }
            requested = .failure(error)
        }
        return (requested, try request.guards())
    }

    private func setDraft(
        _ draft: RawJSON?,
        _ session: String,
        _ screen: String,
        by caller: Caller,
        _ request: Request
    ) async throws(Problem) -> Response {
        // Setting a draft is idempotent. The key is therefore validated, but no reply is stored under it.
        _ = try request.idempotencyKey(atLeast: 1)
        let refusal = await engine.setDraft(draft, session, screen: screen, by: caller)
        return refusal.map { respond($0, to: request) } ?? .noContent(about: engine.subject(of: session))
    }
}
