import Fairway
import FairwayHTTP
import FairwayWire

/// The self-description of the server: the catalog, the OpenAPI document, and a page for each problem code.
struct Discovery: Sendable {
    /// The API's version in the OpenAPI document.
    private static let version = "1.0.0"

    private let catalog: FixedDocument
    private let pages: [String: ProblemPage]

    init(_ catalog: Catalog) throws {
        self.catalog = try FixedDocument(catalog)
        pages = Dictionary(ProblemPage.all.map { ($0.code, $0) }) { first, _ in first }
    }

    /// Adds the routes of discovery. Call this last: the OpenAPI document describes the routes in the router.
    func addRoutes(to router: inout Router<APIOperation>) throws {
        router.on(
            .get,
            "/v1/catalog",
            description: APIOperation("Every flow, screen and link of the app.", "Discovery")
                .reads(.ifNoneMatch)
                .answers(200, "The catalog.", WireSchema.catalog.reference, headers: .entityTag)
                .answers(304, "The client's copy is current.", headers: .entityTag)
        ) { request, exchange in
            exchange.respond(catalog.response(to: request))
        }
        router.on(
            .get,
            "/problems/{code}",
            description: APIOperation("Explains a problem code and its remedy.", "Discovery")
                .reads(.accept)
                .answers(200, "The explanation.", ProblemPage.self)
                .answers(200, "The explanation.", as: "text/html")
                .refuses(.noSuchRoute)
        ) { (request, exchange, code: String) in
            exchange.respond(page(code, for: request))
        }
        // The document describes its own route, too. A copy of the router has the route before the document exists.
        var all = router
        Self.addDocument(nil, to: &all)
        Self.addDocument(try FixedDocument(OpenAPIDocument(all.routes, version: Self.version).value), to: &router)
    }

    private static func addDocument(_ document: FixedDocument?, to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/openapi.json",
            description: APIOperation("This OpenAPI document.", "Discovery")
                .reads(.ifNoneMatch)
                .answers(200, "The document.", ["type": "object"], headers: .entityTag)
                .answers(304, "The client's copy is current.", headers: .entityTag)
        ) { request, exchange in
            exchange.respond(document?.response(to: request) ?? HTTPProblem.noSuchRoute.response)
        }
    }

    private func page(_ code: String, for request: Request) -> Response {
        guard let page = pages[code] else { return HTTPProblem.noSuchRoute.response }
        var headers: ResponseHeaders = ["Cache-Control": "no-cache"]
        headers.addVary("Accept")
        if request[.accept]?.contains("text/html") == true {
            headers.add(.pages)
            return Response(200, .html, headers: headers, body: Array(page.html.utf8))
        }
        do {
            return Response(200, .json, headers: headers, body: try JSON.encode(page))
        } catch {
            return HTTPProblem.internalError.response
        }
    }
}

/// A constant JSON document with its entity tag.
struct FixedDocument: Sendable {
    private let body: [UInt8]
    private let headers: ResponseHeaders
    private let tag: String

    init(_ value: some Encodable) throws {
        body = try JSON.encode(value)
        // Weak, because the compressed body has the same tag (RFC 9110, section 8.8.3).
        tag = "W/\"\(Base64URL.encode(Array(SHA256.hash(body).prefix(12))))\""
        headers = ["ETag": tag, "Cache-Control": "no-cache"]
    }

    /// The document, or 304 if the client's copy is current.
    func response(to request: Request) -> Response {
        if let known = request[.ifNoneMatch], EntityTag.isIn(known, tag) { return Response(304, headers: headers) }
        return Response(200, .json, headers: headers, body: body)
    }
}
