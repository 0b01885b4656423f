import FairwayWire

extension FlowController {
    /// What the user did on a screen, and what it means.
    ///
    /// An action is offered to the flow that showed the screen, then to its parent, and so on up to the root.
    public static func on<S: Screen>(
        _ screen: S.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, S.Action, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.action, .screen(screen), taking: S.Action.self, handler)
    }

    /// What a flow that this one started has to tell at its end. ``Navigator/child`` says which it was.
    public static func on<Child: FlowController>(
        finishOf child: Child.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, Child.Output, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.finish, .flow(child), taking: Child.Output.self, handler)
    }

    /// A flow that this one started has left with nothing to tell: the user went back off its first screen.
    public static func on<Child: FlowController>(
        dismissOf child: Child.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.dismiss, .flow(child), taking: Void.self) { flow, _, nav in try await handler(&flow, nav) }
    }

    /// An event that a flow below raised, or that this flow scheduled.
    public static func on<E: Event>(
        event: E.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, E, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.event, .event(event), taking: E.self, handler)
    }

    /// Something that happened outside.
    public static func on<S: Signal>(
        signal: S.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, S, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.signal, .signal(signal), taking: S.self, handler)
    }

    /// The result of background work that this flow ran.
    public static func on<J: Job>(
        completion job: J.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, J.Output, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.completion, .job(job), taking: J.Output.self, handler)
    }

    /// Background work that this flow ran has been given up.
    public static func on<J: Job>(
        failure job: J.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, JobFailure, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.failure, .job(job), taking: JobFailure.self, handler)
    }

    /// Whether the user may leave a screen with the system gesture. Clients are told (`backAsks`) and wait for the reply.
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

    /// A screen has become visible.
    public static func on<S: Screen>(
        appear screen: S.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, S, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.appear, .screen(screen), taking: S.self, handler)
    }

    /// A screen is no longer visible: it has left, or something lies over it.
    public static func on<S: Screen>(
        disappear screen: S.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, S, Navigator<Self>) async throws -> Void
    ) -> Route<Self> {
        Route(.disappear, .screen(screen), taking: S.self, handler)
    }

    /// A deep link is about to clear this flow away; the flow in front is asked first, then its parents.
    public static func on(
        link: OpenedLink.Type,
        _ handler: @escaping @Sendable @concurrent (inout Self, OpenedLink, Navigator<Self>) async throws -> LinkAnswer
    ) -> Route<Self> {
        Route(.link, .link, taking: OpenedLink.self, handler) { .link($0) }
    }

    /// Supplies what a screen shows in this flow, in place of the screen's own view model.
    ///
    /// Looked up along the responder chain like an action: the same screen, configured for another context.
    public static func viewModel<S: Screen>(
        for screen: S.Type,
        _ make: @escaping @Sendable @concurrent (Self, S, ScreenContext) async throws -> S.ViewModel
    ) -> Route<Self> {
        Route(
            .viewModel,
            .screen(screen),
            .viewModel { flow, screen, context in
                try RawJSON(encoding: await make(unboxed(flow), unboxed(screen), context))
            }
        )
    }

    /// Names a screen that takes no actions, so that the catalog and the gallery have it.
    public static func screen<S: Screen>(_ screen: S.Type) -> Route<Self> where S.Action == Never {
        Route(.declared, .screen(screen), .nothing)
    }
}

/// A back gesture on its way to a route, before the screen's type is known again.
struct BackGesturePayload {
    var screen: any Screen
    var draft: JSONValue?
}
