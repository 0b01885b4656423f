import Fairway
import FairwayHTTP
import FairwayWire

/// The routes of an app's endpoints.
struct AppEndpoints: Sendable {
    let api: API
    let endpoints: [Endpoint]
    private let runner: EndpointRunner

    init(of app: App, _ api: API) {
        self.api = api
        endpoints = app.endpoints
        runner = EndpointRunner(api.engine)
    }

    /// Adds the routes. Call this last: no endpoint may use a path of the server.
    ///
    /// - Parameter files: The paths of the server's files.
    func addRoutes(to router: inout Router<APIOperation>, beside files: [String]) throws(Mistake) {
        let routes = router.routes.map { EndpointPath($0.template) }
        let pages = files.flatMap(Self.paths).map { EndpointPath($0) }
        for endpoint in endpoints {
            if endpoint.path.firstSegment == "v1" { throw Self.taken(endpoint, by: "/v1") }
            if let taken = (routes + pages).first(where: endpoint.path.overlaps) {
                throw Self.taken(endpoint, by: taken.description)
            }
        }
        for endpoint in endpoints {
            router.onNamed(
                Method(endpoint.method),
                endpoint.path.description,
                bodyLimit: endpoint.bytes,
                description: APIOperation("An endpoint of the app.", "App")
            ) { request, exchange, parameters in
                api.answer(admitting: request, exchange) {
                    try await answer(request, exchange, parameters, endpoint)
                }
            }
        }
    }

    private static func taken(_ endpoint: Endpoint, by path: String) -> Mistake {
        Mistake(
            "the endpoint \(endpoint.method.rawValue) \(endpoint.path) has a path of the server's own (\(path)): choose another."
        )
    }

    /// The paths at which a file is served.
    private static func paths(of file: String) -> [String] {
        guard ("/" + file).hasSuffix("/index.html") else { return ["/" + file] }
        return ["/" + file, "/" + file.dropLast("/index.html".count)]
    }

    private func answer(
        _ request: Request,
        _ exchange: Exchange,
        _ parameters: [String: String],
        _ endpoint: Endpoint
    ) async throws -> Response {
        // An invalid escape is answered with 400 before the handler runs.
        _ = try request.queryItems()
        switch await runner.run(endpoint, WebRequest(request, parameters)) {
        case .answered(let response):
            guard let mistake = response.mistake else { return Response(response) }
            return failed(mistake, request, exchange)
        case .refused(let answer): return api.respond(answer, to: request)
        case .failed(let cause): return failed(cause, request, exchange)
        }
    }

    private func failed(_ cause: String, _ request: Request, _ exchange: Exchange) -> Response {
        api.report(.endpointFailed(exchange.route ?? request.path, cause, request.id))
        return HTTPProblem.internalError.response
    }
}

extension LogEvent {
    fileprivate static func endpointFailed(_ route: String, _ cause: String, _ request: RequestID) -> LogEvent {
        LogEvent(.error, "endpoint failed") { line in
            line.add(.route, route)
            line.add(.code, "internal-error")
            line.add(.cause, cause)
            line.add(.request, "\(request)")
        }
    }
}

extension FairwayHTTP.Method {
    /// The method of the same name.
    init(_ method: WebRequest.Method) {
        self =
            switch method {
            case .get: .get
            case .head: .head
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            case .options: .options
            }
    }
}

extension WebRequest {
    fileprivate init(_ request: Request, _ parameters: [String: String]) {
        var headers = WebHeaders()
        for (name, value) in request.headerFields { headers.add(name, value) }
        let target = request.query.isEmpty ? request.path : "\(request.path)?\(request.query)"
        self.init(Method(rawValue: request.method.name) ?? .get, target, headers: headers, body: request.body)
        self.parameters = parameters
        id = request.id.description
        client = request.peer.host
    }
}

extension WebResponse {
    /// The fields that the server writes.
    private static let ownFields: Set = [
        "connection", "content-length", "date", "keep-alive", "transfer-encoding", "upgrade", "x-request-id",
    ]

    /// Why the server cannot send the response; nil if it can.
    fileprivate var mistake: String? {
        guard (200...599).contains(status) else { return "The endpoint answered with the status \(status)." }
        if let own = headers.fields.first(where: { Self.ownFields.contains($0.name.lowercased()) }) {
            return "The endpoint answered with the header field \(own.name), which the server writes."
        }
        if stream != nil { return "The endpoint answered with a stream." }
        let wrong = headers.fields.first { !ResponseHeaders.areValid($0.name, $0.value) }
        return wrong.map { "The endpoint answered with the invalid header field \($0.name.debugDescription)." }
    }

    /// A response of the HTTP server.
    init(_ answer: DirectResponse) {
        var headers = WebHeaders()
        if let type = answer.response.contentType { headers.add("Content-Type", type.value) }
        for (name, value) in answer.response.headers.fields { headers.add(name, value) }
        self.init(status: answer.response.status.code, headers: headers, body: answer.response.body)
        stream = answer.stream.map { body in WebStream { await body.next() } }
    }
}

extension Response {
    /// The response of an endpoint. Browsers do not guess its type.
    fileprivate init(_ response: WebResponse) {
        var headers = ResponseHeaders()
        for field in response.headers.fields where field.name.lowercased() != "content-type" {
            headers.add(field.name, field.value)
        }
        if response.headers["Cache-Control"] == nil { headers.add("Cache-Control", "no-store") }
        if response.headers["X-Content-Type-Options"] == nil { headers.add("X-Content-Type-Options", "nosniff") }
        guard let type = response.headers["Content-Type"] ?? (response.body.isEmpty ? nil : "application/octet-stream")
        else {
            self.init(Status(response.status), headers: headers)
            return
        }
        let isCompressible = ["text/", "application/json"].contains(where: type.hasPrefix)
        self.init(
            Status(response.status),
            ContentType(type, isCompressible: isCompressible),
            headers: headers,
            body: response.body
        )
    }
}
