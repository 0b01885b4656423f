import FairwayWire

extension FlowController {
    /// Handles the actions of a screen.
    ///
    /// An action is offered to the flow that showed the screen, then to its parent, and so on up to the root.
    ///
    /// ```swift
    /// on(Page1.self) { flow, action, nav in
    ///     switch action {
    ///     case .nextButtonPressed: nav.show(Page2())
    ///     case .skipButtonPressed: nav.finish(false)
    ///     }
    /// }
    /// ```
    public static func on<S: Screen>(
        _ screen: S.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, S.Action, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.action, .screen(screen), taking: S.Action.self, handler)
    }

    /// Handles the actions of a screen, and receives the screen as the user saw it.
    ///
    /// ```swift
    /// on(Detail.self) { flow, screen, action, nav in
    ///     switch action {
    ///     case .showOnTheWebButtonPressed: nav.perform(OpenURL(screen.planet.url))
    ///     }
    /// }
    /// ```
    public static func on<S: Screen>(
        _ screen: S.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, S, S.Action, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(
            .action,
            .screen(screen),
            .handler(
                FlowRouteHandler { transaction, node, action in
                    let screen: S = try await transaction.screenOfAction()
                    try await transaction.run(node, with: unboxed(action, as: S.Action.self)) { flow, action, nav in
                        try await handler(&flow, screen, action, nav)
                    }
                    return .nothing
                }
            )
        )
    }

    /// Handles an event that this flow or a flow below raised, or that this flow scheduled.
    ///
    /// ```swift
    /// on(event: LoggedOut.self) { flow, event, nav in nav.show(Welcome(), as: .root) }
    /// ```
    public static func on<E: Event>(
        event: E.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, E, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.event, .event(event), taking: E.self, handler)
    }

    /// Handles a signal from outside the app.
    ///
    /// ```swift
    /// on(signal: Paid.self) { flow, signal, nav in nav.finish(signal.reference) }
    /// ```
    public static func on<S: Signal>(
        signal: S.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, S, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.signal, .signal(signal), taking: S.self, handler)
    }

    /// Handles the output of a job that this flow ran.
    ///
    /// ```swift
    /// on(completion: Charge.self) { flow, receipt, nav in nav.finish(receipt) }
    /// ```
    public static func on<J: Job>(
        completion job: J.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, J.Output, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.completion, .job(job), taking: J.Output.self, handler)
    }

    /// Handles the failure of a job that this flow ran. Called when the job will not be retried.
    ///
    /// ```swift
    /// on(failure: Charge.self) { flow, failure, nav in nav.show(Form(problem: failure.message), as: .root) }
    /// ```
    public static func on<J: Job>(
        failure job: J.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, JobFailure, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.failure, .job(job), taking: JobFailure.self, handler)
    }

    /// Decides whether the user may leave a screen with the system gesture. Clients see `backAsks` for such a screen
    /// and wait for the reply.
    ///
    /// ```swift
    /// on(back: Editor.self) { flow, gesture, nav in gesture.draft == nil ? .leave : .stay }
    /// ```
    public static func on<S: Screen>(
        back screen: S.Type,
        _ handler:
            @escaping @Sendable @concurrent (inout Self, BackGesture<S>, Navigator<Self>) async throws -> BackAnswer
    ) -> Route<Self> {
        Route(.back, .screen(screen), taking: BackGesturePayload.self) { flow, payload, nav in
            let gesture = BackGesture(screen: unboxed(payload.screen, as: S.self), draft: payload.draft)
            return try await handler(&flow, gesture, nav)
        } answering: {
            .back($0)
        }
    }

    /// Keeps the user on a screen, such as one that waits for a payment. Clients offer no way back from it. A request to
    /// go back changes nothing.
    ///
    /// ```swift
    /// stays(on: Processing.self)
    /// ```
    public static func stays<S: Screen>(on screen: S.Type) -> Route<Self> {
        Route(.back, .screen(screen), .handler(FlowRouteHandler(staysAlways: true) { _, _, _ in .back(.stay) }))
    }

    /// Runs when a screen becomes visible.
    ///
    /// ```swift
    /// on(appear: Search.self) { flow, screen, nav in flow.visits += 1 }
    /// ```
    public static func on<S: Screen>(
        appear screen: S.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, S, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.appear, .screen(screen), taking: S.self, handler)
    }

    /// Runs when a screen is no longer visible, because it was removed or is covered.
    ///
    /// ```swift
    /// on(disappear: Player.self) { flow, screen, nav in nav.perform(PausePlayback()) }
    /// ```
    public static func on<S: Screen>(
        disappear screen: S.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, S, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.disappear, .screen(screen), taking: S.self, handler)
    }

    /// Decides whether a deep link may replace this flow. Only one handler runs: the nearest in the responder chain of
    /// the front flow.
    ///
    /// ```swift
    /// onLink { flow, link, nav in flow.isSaved ? .open : .refuse("There are unsaved changes.") }
    /// ```
    public static func onLink(
        _ handler: @escaping @Sendable @concurrent (inout Self, OpenedLink, Navigator<Self>) async throws -> LinkAnswer
    ) -> Route<Self> {
        Route(.link, .link, taking: OpenedLink.self, handler) { .link($0) }
    }

    /// Declares a screen without actions, so that it appears in the catalog and the gallery.
    ///
    /// ```swift
    /// screen(Receipt.self)
    /// ```
    public static func screen<S: Screen>(_ screen: S.Type) -> Route<Self> where S.Action == Never {
        Route(.declared, .screen(screen), .nothing)
    }

    /// Declares a screen that this flow shows and whose actions a flow above handles, if there is one. Without such a
    /// flow, the actions are refused.
    ///
    /// ```swift
    /// screen(handledAbove: PlanetList.self)
    /// ```
    public static func screen<S: Screen>(handledAbove screen: S.Type) -> Route<Self> {
        Route(.declared, .screen(screen), .nothing)
    }
}

/// A back gesture before its screen is cast to the route's type.
struct BackGesturePayload {
    var screen: any Screen
    var draft: JSONValue?
}
