/// The routes of a server. `HEAD` is answered by the handler of `GET`, and `OPTIONS` by the router.
///
///     var router = Router<Void>()
///     router.on(.get, "/planets/{name}") { (request, exchange, name: String) in
///         exchange.respond(.text("Hello, \(name)"))
///     }
///
/// Path parameters are passed as the types that the handler declares. Each route has a `Description`, for example to
/// generate the description of an API.
public struct Router<Description: Sendable>: Sendable {
    /// The routes in the order in which they were added.
    public private(set) var routes: [HTTPRoute<Description>] = []
    private(set) var otherwise: (@Sendable (Request, Exchange) -> Void)?

    /// Makes a router without routes.
    public init() {}

    /// Adds a route. The handler runs on the connection's event loop, so it must not block. It can respond immediately,
    /// or keep the exchange and respond later, from any thread.
    ///
    /// The handler must take as many values as the path has parameters, and the method and path must not have a route
    /// yet.
    public mutating func on<each Value: PathValue>(
        _ method: Method,
        _ path: String,
        bodyLimit: Int? = nil,
        countsTowardsRate: Bool = true,
        description: @autoclosure @escaping @Sendable () -> Description,
        handler: @escaping @Sendable (Request, Exchange, repeat each Value) -> Void
    ) {
        let path = PathTemplate(path)
        var types: [String] = []
        for type in repeat (each Value).self { types.append(type.schemaType) }
        precondition(
            types.count == path.parameters.count,
            "The path \(path.text) has \(path.parameters.count) parameters, but its handler takes \(types.count)."
        )
        precondition(
            !routes.contains { $0.method == method && $0.path == path },
            "There is already a route for \(method.name) \(path.text)."
        )
        let parameters = zip(path.parameters, types).map {
            HTTPRoute<Description>.PathParameter(name: $0, schemaType: $1)
        }
        routes.append(
            HTTPRoute(
                method: method,
                parameters: parameters,
                bodyLimit: bodyLimit,
                countsTowardsRate: countsTowardsRate,
                describe: description,
                path: path,
                handle: { request, exchange in
                    var reader = ParameterReader(request.head, matching: path)
                    do throws(InvalidPathSegment) {
                        handler(request, exchange, repeat try reader.next((each Value).self))
                        return true
                    } catch {
                        return false
                    }
                }
            )
        )
    }

    /// Adds a route with an asynchronous handler, which runs on the connection's event loop. An `HTTPProblem` that it
    /// throws is the response; other errors are answered with 500.
    public mutating func on<each Value: PathValue>(
        _ method: Method,
        _ path: String,
        bodyLimit: Int? = nil,
        description: @autoclosure @escaping @Sendable () -> Description,
        handler: @escaping @Sendable (Request, repeat each Value) async throws -> Response
    ) {
        on(method, path, bodyLimit: bodyLimit, description: description()) {
            (request: Request, exchange: Exchange, values: repeat each Value) in
            exchange.respond { try await handler(request, repeat each values) }
        }
    }

    /// Adds a route whose handler takes the path's parameters by their names, for paths that are known at run time only.
    public mutating func onNamed(
        _ method: Method,
        _ path: String,
        bodyLimit: Int? = nil,
        description: @autoclosure @escaping @Sendable () -> Description,
        handler: @escaping @Sendable (Request, Exchange, [String: String]) -> Void
    ) {
        let path = PathTemplate(path)
        routes.append(
            HTTPRoute(
                method: method,
                parameters: path.parameters.map { .init(name: $0, schemaType: String.schemaType) },
                bodyLimit: bodyLimit,
                countsTowardsRate: true,
                describe: description,
                path: path,
                handle: { request, exchange in
                    var reader = ParameterReader(request.head, matching: path)
                    var values: [String: String] = [:]
                    for name in path.parameters {
                        guard let value = try? reader.next(String.self) else { return false }
                        values[name] = value
                    }
                    handler(request, exchange, values)
                    return true
                }
            )
        )
    }

    /// Sets the handler of requests without a route. The default answers them with 404.
    public mutating func otherwise(_ handler: @escaping @Sendable (Request, Exchange) -> Void) { otherwise = handler }
}

extension Router where Description == Void {
    /// Adds a route without a description.
    public mutating func on<each Value: PathValue>(
        _ method: Method,
        _ path: String,
        bodyLimit: Int? = nil,
        handler: @escaping @Sendable (Request, Exchange, repeat each Value) -> Void
    ) {
        on(method, path, bodyLimit: bodyLimit, description: (), handler: handler)
    }

    /// Adds a route without a description, with an asynchronous handler.
    public mutating func on<each Value: PathValue>(
        _ method: Method,
        _ path: String,
        bodyLimit: Int? = nil,
        handler: @escaping @Sendable (Request, repeat each Value) async throws -> Response
    ) {
        on(method, path, bodyLimit: bodyLimit, description: (), handler: handler)
    }
}

/// A route: a method, a path, a handler, and a description.
public struct HTTPRoute<Description: Sendable>: Sendable {
    /// A path parameter.
    public struct PathParameter: Sendable, Hashable {
        /// Its name in the template.
        public let name: String
        /// Its JSON Schema type.
        public let schemaType: String
    }

    /// The method.
    public let method: Method
    /// The path parameters in order.
    public let parameters: [PathParameter]
    /// The limit on the body's size; nil for `HTTPLimits.bodyBytes`.
    public let bodyLimit: Int?
    /// Whether requests count towards their client's rate. False for health checks.
    public let countsTowardsRate: Bool
    /// The description, made anew each time. A server makes it for few calls, or for none.
    public var description: Description { describe() }

    let describe: @Sendable () -> Description
    let path: PathTemplate
    let handle: HTTPRouteHandler

    /// The path in the notation of OpenAPI: `/v1/sessions/{id}`.
    public var template: String { path.text }
}

/// A handler that reads its parameters from the request's path. Returns false if a parameter is not valid, and does
/// then not call the route's handler.
typealias HTTPRouteHandler = @Sendable (Request, Exchange) -> Bool
