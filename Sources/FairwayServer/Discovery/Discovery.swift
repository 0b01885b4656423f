import Fairway
import FairwayHTTP
import FairwayWire

/// What a client or a tool can find out about the server without documentation: the catalog, the OpenAPI document, and
/// a page for each code.
struct Discovery: Sendable {
    /// The version of the interface that the OpenAPI document states.
    private static let version = "1.0.0"

    private let catalog: FixedDocument
    private let pages: [String: ProblemPage]

    init(_ catalog: Catalog) throws {
        self.catalog = try FixedDocument(catalog)
        pages = Dictionary(ProblemPage.all.map { ($0.code, $0) }) { first, _ in first }
    }

    /// Adds its routes, to a table in which all others are already: the OpenAPI document describes what it finds there.
    func addRoutes(to router: inout Router<Operation>) throws {
        router.on(
            .get,
            "/v1/catalog",
            description: Operation("Every flow, screen and link of the app.", "Discovery")
                .reads(.ifNoneMatch)
                .answers(200, "The catalog.", WireSchema.catalog.reference, headers: .entityTag)
                .answers(304, "The client has it.", headers: .entityTag)
        ) { request, exchange in
            exchange.respond(catalog.response(to: request))
        }
        router.on(
            .get,
            "/problems/{code}",
            description: Operation("What a code means, and what to do about it.", "Discovery")
                .reads(.accept)
                .answers(200, "The explanation.", ProblemPage.self)
                .answers(200, "The explanation.", as: "text/html")
                .refuses(.noSuchRoute)
        ) { (request, exchange, code: String) in
            exchange.respond(page(code, for: request))
        }
        var all = router
        Self.addDocument(nil, to: &all)
        Self.addDocument(try FixedDocument(OpenAPIDocument(all.routes, version: Self.version).value), to: &router)
    }

    private static func addDocument(_ document: FixedDocument?, to router: inout Router<Operation>) {
        router.on(
            .get,
            "/openapi.json",
            description: Operation("All of this, as OpenAPI 3.1 describes it.", "Discovery")
                .reads(.ifNoneMatch)
                .answers(200, "The document.", ["type": "object"], headers: .entityTag)
                .answers(304, "The client has it.", headers: .entityTag)
        ) { request, exchange in
            // Nothing serves the table for which the document is not made yet.
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
