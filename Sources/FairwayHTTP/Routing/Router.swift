/// The table of what the server answers. `HEAD` is answered from `GET`, and `OPTIONS` from the table itself.
///
///     var router = Router<Void>()
///     router.on(.get, "/planets/{name}") { (request, exchange, name: String) in
///         exchange.respond(.text("Hello, \(name)"))
///     }
///
/// What varies in the path arrives as the types that the handler asks for. `Description` is whatever the layer above
/// wants to keep with a route, to describe the API from the very table that serves it.
public struct Router<Description: Sendable>: Sendable {
    /// Every route, in the order in which they were added.
    public private(set) var routes: [Route<Description>] = []
    private(set) var otherwise: (@Sendable (Request, Exchange) -> Void)?

    /// An empty table.
    public init() {}

    /// Adds a route. The handler runs on the connection's event queue, so it must not block; it may answer at once or
    /// keep the exchange and answer later, from anywhere.
    ///
    /// Programmer's errors: a handler that takes another number of values than the path has parameters; two routes for
    /// the same method and path.
    public mutating func on<each Value: PathValue>(
        _ method: Method,
        _ path: String,
        bodyLimit: Int? = nil,
        countsTowardsRate: Bool = true,
        description: Description,
        handler: @escaping @Sendable (Request, Exchange, repeat each Value) -> Void
    ) {
        let path = PathTemplate(path)
        var types: [String] = []
        for type in repeat (each Value).self { types.append(type.schemaType) }
        precondition(
            types.count == path.parameters.count,
            "\(path.text) has \(path.parameters.count) parameters, and its handler takes \(types.count)."
        )
        precondition(
            !routes.contains { $0.method == method && $0.path == path },
            "There is a route for \(method.name) \(path.text) already."
        )
        let parameters = zip(path.parameters, types).map { Route<Description>.Parameter(name: $0, schemaType: $1) }
        routes.append(
            Route(
                method: method,
                parameters: parameters,
                bodyLimit: bodyLimit,
                countsTowardsRate: countsTowardsRate,
                description: description,
                path: path,
                handle: { request, exchange, captures in
                    var reader = CaptureReader(request: request, captures: captures)
                    do throws(UnreadableSegment) {
                        handler(request, exchange, repeat try reader.next((each Value).self))
                        return true
                    } catch {
                        return false
                    }
                }
            )
        )
    }

    /// Adds a route whose handler is asynchronous. It begins at once on the connection's event queue and comes back to
    /// it after each suspension. An `HTTPProblem` that it throws is the answer; any other error is answered with 500.
    public mutating func on<each Value: PathValue>(
        _ method: Method,
        _ path: String,
        bodyLimit: Int? = nil,
        description: Description,
        handler: @escaping @Sendable (Request, repeat each Value) async throws -> Response
    ) {
        on(method, path, bodyLimit: bodyLimit, description: description) {
            (request: Request, exchange: Exchange, values: repeat each Value) in
            exchange.respond { try await handler(request, repeat each values) }
        }
    }

    /// Sets what answers where no route is; without it that is 404.
    public mutating func otherwise(_ handler: @escaping @Sendable (Request, Exchange) -> Void) { otherwise = handler }
}

extension Router where Description == Void {
    /// Adds a route that carries no description.
    public mutating func on<each Value: PathValue>(
        _ method: Method,
        _ path: String,
        bodyLimit: Int? = nil,
        handler: @escaping @Sendable (Request, Exchange, repeat each Value) -> Void
    ) {
        on(method, path, bodyLimit: bodyLimit, description: (), handler: handler)
    }

    /// Adds a route that carries no description and whose handler is asynchronous.
    public mutating func on<each Value: PathValue>(
        _ method: Method,
        _ path: String,
        bodyLimit: Int? = nil,
        handler: @escaping @Sendable (Request, repeat each Value) async throws -> Response
    ) {
        on(method, path, bodyLimit: bodyLimit, description: (), handler: handler)
    }
}
