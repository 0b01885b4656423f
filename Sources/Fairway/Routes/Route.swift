public import FairwayWire

/// The routes of a flow, or some of them.
///
/// ```swift
/// extension FlowController where Self: HelpOpening {
///     @RoutesBuilder<Self> static var helpRoutes: Routes<Self> {
///         on(HelpPage.self) { flow, action, nav in nav.goBack() }
///     }
/// }
///
/// static var routes: Routes<Self> {
///     helpRoutes
///     on(Page.self) { flow, action, nav in try flow.openHelp(nav) }
/// }
/// ```
public struct Routes<F: FlowController>: Sendable {
    let all: [Route<F>]

    init(_ routes: [Route<F>]) { all = routes }
}

/// Builds a flow's `routes`. `if`, `switch` and `for` are allowed.
@resultBuilder
public enum RoutesBuilder<F: FlowController> {
    /// A single route.
    public static func buildExpression(_ route: Route<F>) -> [Route<F>] { [route] }
    /// Routes that are declared elsewhere.
    public static func buildExpression(_ routes: Routes<F>) -> [Route<F>] { routes.all }
    /// Collects the routes of a block.
    public static func buildBlock(_ routes: [Route<F>]...) -> [Route<F>] { routes.flatMap(\.self) }
    /// The routes of an `if` without `else`.
    public static func buildOptional(_ routes: [Route<F>]?) -> [Route<F>] { routes ?? [] }
    /// The routes of the first branch.
    public static func buildEither(first routes: [Route<F>]) -> [Route<F>] { routes }
    /// The routes of the second branch.
    public static func buildEither(second routes: [Route<F>]) -> [Route<F>] { routes }
    /// Collects the routes of a loop.
    public static func buildArray(_ routes: [[Route<F>]]) -> [Route<F>] { routes.flatMap(\.self) }
    /// The routes of the flow.
    public static func buildFinalResult(_ routes: [Route<F>]) -> Routes<F> { Routes(routes) }
}

/// A route of a flow: a key and the handler that runs for it, or the declaration of a screen.
public struct Route<F: FlowController>: Sendable {
    let key: RouteKey
    let subject: RouteSubject
    /// The type of the child flow's slots, if the route has `slot:`.
    private(set) var slot: SlotType?
    let body: Body

    enum Body: Sendable {
        case handler(FlowRouteHandler)
        case maker(ScreenMaker)
        case nothing
    }

    init(_ kind: RouteKey.Kind, _ subject: RouteSubject, _ body: Body) {
        self.key = RouteKey(kind, subject.type)
        self.subject = subject
        self.body = body
    }

    /// A route with a handler that returns a value.
    init<Payload, Reply: Sendable>(
        _ kind: RouteKey.Kind,
        _ subject: RouteSubject,
        taking: Payload.Type,
        _ handler: @escaping @Sendable @concurrent (inout F, Payload, Navigator<F>) async throws -> Reply,
        answering answer: @escaping @Sendable (Reply) -> RouteAnswer
    ) {
        self.init(
            kind,
            subject,
            .handler(
                FlowRouteHandler { transaction, node, payload in
                    answer(try await transaction.run(node, with: unboxed(payload), handler))
                }
            )
        )
    }

    /// A route with a handler that returns no value.
    init<Payload>(
        _ kind: RouteKey.Kind,
        _ subject: RouteSubject,
        taking: Payload.Type,
        _ handler: @escaping @Sendable @concurrent (inout F, Payload, Navigator<F>) async throws -> Void
    ) {
        self.init(
            kind,
            subject,
            .handler(
                FlowRouteHandler { transaction, node, payload in
                    try await transaction.run(node, with: unboxed(payload), handler)
                    return .nothing
                }
            )
        )
    }
}

extension Route {
    /// The route for children in slots of a type.
    func inSlot(_ type: SlotType) -> Route {
        var route = self
        route.slot = type
        return route
    }
}

/// Casts a value to the type that it is known to have. Traps if it does not.
func unboxed<T>(_ value: Any, as type: T.Type = T.self) -> T {
    func read<Boxed>(_ boxed: Boxed) -> T {
        // A dynamic cast is ten times as slow even if the types are equal. The pointer is safe: it points to a `T`,
        // which is copied.
        if Boxed.self == T.self {
            return withUnsafePointer(to: boxed) { UnsafeRawPointer($0).assumingMemoryBound(to: T.self).pointee }
        }
        // `as?` would look up the optional type's metadata on every call.
        switch boxed {
        case let value as T: return value
        default: preconditionFailure("a \(T.self) was expected, and there was a \(Boxed.self)")
        }
    }
    return _openExistential(value, do: read)
}

/// A type-erased route handler.
///
/// It is a struct because a bare function stored in a generic container is wrapped again at each store, and every call
/// then passes through all the wrappers.
struct FlowRouteHandler: Sendable {
    private let body: @Sendable (Transaction, NodeID, Any) async throws -> RouteAnswer
    /// Whether the handler is for going back, and always stays.
    let staysAlways: Bool

    init(
        staysAlways: Bool = false,
        _ body: @escaping @Sendable (Transaction, NodeID, Any) async throws -> RouteAnswer
    ) {
        self.staysAlways = staysAlways
        self.body = body
    }

    /// Runs the handler for a flow. The payload is the value that the route's key stands for, such as the action or the
    /// output.
    func callAsFunction(_ transaction: Transaction, _ flow: NodeID, _ payload: Any) async throws -> RouteAnswer {
        try await body(transaction, flow, payload)
    }
}

/// A type-erased return value of a route handler.
enum RouteAnswer: Sendable {
    case nothing
    case back(BackAnswer)
    case link(LinkAnswer)
}

/// A handler's answer to a back gesture.
public enum BackAnswer: Sendable {
    /// Goes back from the screen.
    case leave
    /// Keeps the screen. The handler may show another one, such as a confirmation.
    case stay
}

/// A system back gesture on a screen.
///
/// ```swift
/// on(back: Editor.self) { flow, gesture, nav in gesture.draft(as: String.self)?.isEmpty == false ? .stay : .leave }
/// ```
public struct BackGesture<S: Screen>: Sendable {
    /// The screen with its stored properties.
    public let screen: S
    /// The user's unsaved input on the screen.
    public let draft: JSONValue?

    /// The draft decoded as `type`. Nil if there is no draft or if the draft is not a `type`.
    public func draft<Draft: Decodable>(as type: Draft.Type) -> Draft? {
        guard let draft, let bytes = try? JSON.encode(draft) else { return nil }
        return try? JSON.decode(type, from: bytes)
    }
}

/// A handler's answer to a deep link that would replace the current flows.
public enum LinkAnswer: Sendable {
    /// Opens the link.
    case open
    /// Refuses the link. The client receives `link-refused` with this reason.
    case refuse(Text)
}
