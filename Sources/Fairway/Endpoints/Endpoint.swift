/// A path of the app's own on the server: for partners, for webhooks, or for pages.
///
/// ```swift
/// Endpoint(.post, "/partners/{id}/hook", bytes: 1_000_000) { request, context in
///     let event = try request.decode(PartnerEvent.self)
///     try await context.sessions.signal(Confirmed(partner: request.parameters["id"]), to: .session(event.session))
///     return .status(204)
/// }
/// ```
///
/// The limits of flows hold for endpoints, too: the rate of a client, admission control, and the time limit of a handler.
/// The server checks no credential. An error that the handler throws is logged and answered with 500 `internal-error`. A
/// `Problem` is the response if it is temporary or has the status 400 or 401, such as that of ``WebRequest/decode(_:)``.
public struct Endpoint: AppPart {
    /// The largest limit of a body: 10 MiB.
    public static let mostBytes = 10 << 20
    /// The limit of a body unless the endpoint declares one: 64 KiB.
    public static let usualBytes = 64 << 10

    package let method: WebRequest.Method
    package let path: EndpointPath
    package let bytes: Int
    let handle: @Sendable @concurrent (WebRequest, AppContext) async throws -> WebResponse
    /// A mistake other than one of the path or of the limit.
    private(set) var mistake: String?

    /// Declares an endpoint.
    ///
    /// - Parameters:
    ///   - method: The method. `HEAD` is answered by the handler of `GET`, without the body.
    ///   - path: The path. A segment `{name}` is a parameter, which ``WebRequest/parameters`` has.
    ///   - bytes: The limit of the body, at most ``mostBytes``. A longer one is refused with 413.
    ///   - handle: Answers a request.
    public init(
        _ method: WebRequest.Method,
        _ path: String,
        bytes: Int = usualBytes,
        _ handle: @escaping @Sendable @concurrent (WebRequest, AppContext) async throws -> WebResponse
    ) {
        self.method = method
        self.path = EndpointPath(path)
        self.bytes = bytes
        self.handle = handle
    }

    /// The same endpoint with a mistake, which the start of the server reports.
    func reporting(_ mistake: String?) -> Endpoint {
        var endpoint = self
        endpoint.mistake = mistake
        return endpoint
    }
}

extension App {
    /// The endpoints, with those of webhooks.
    package var endpoints: [Endpoint] {
        parts.compactMap { $0 as? Endpoint ?? ($0 as? Webhook)?.endpoint }
    }
}

/// Validates the endpoints, the folders and the pages of an app before the server starts.
struct EndpointCheck {
    let app: App

    func run() throws(Mistake) {
        let endpoints = app.endpoints
        for endpoint in endpoints { try check(endpoint) }
        for (index, endpoint) in endpoints.enumerated() {
            guard
                let earlier = endpoints[..<index].first(where: {
                    $0.method == endpoint.method && $0.path.isAlike(endpoint.path)
                })
            else { continue }
            throw Mistake(
                "two endpoints answer \(endpoint.method.rawValue) \(endpoint.path) "
                    + "(\(earlier.path) and \(endpoint.path)): remove one."
            )
        }
        for files in app.folders where files.pathMistake != nil {
            throw Mistake("the path \(files.path) of Files \(files.pathMistake ?? ""): use one like /site.")
        }
        guard app.pageParts.count <= 1 else {
            throw Mistake("the app has two BuiltInPages: list all pages in one.")
        }
    }

    private func check(_ endpoint: Endpoint) throws(Mistake) {
        if let mistake = endpoint.path.mistake {
            throw Mistake("the endpoint \(endpoint.method.rawValue) \(endpoint.path) \(mistake).")
        }
        guard (0...Endpoint.mostBytes).contains(endpoint.bytes) else {
            throw Mistake(
                "the endpoint \(endpoint.method.rawValue) \(endpoint.path) takes bodies of \(endpoint.bytes) bytes: declare 0 to "
                    + "\(Endpoint.mostBytes)."
            )
        }
        if let mistake = endpoint.mistake { throw Mistake("the webhook \(endpoint.path) \(mistake).") }
    }
}
