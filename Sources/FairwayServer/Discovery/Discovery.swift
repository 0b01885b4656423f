import Fairway
import FairwayHTTP
import FairwayWire
import Synchronization

/// The self-description of the server: the catalog, the OpenAPI document, and a page for each problem code.
struct Discovery: Sendable {
    /// The API's version in the OpenAPI document.
    private static let version = "1.0.0"

    private let engine: Engine
    /// The catalog by language.
    private let catalogs: [String: FixedDocument]
    /// The types of each screen.
    private let screenCode: OnDemand<FixedDocument>
    /// The generated client code, by the names of its files.
    private let code: [(file: String, document: OnDemand<FixedDocument>)]
    private let pages: [String: ProblemPage]
    /// The name at the top of pages.
    private let brand: String

    init(_ engine: Engine, brand: String) async throws {
        self.engine = engine
        self.brand = brand
        let own = await engine.catalog()
        var catalogs: [String: FixedDocument] = [:]
        var code: [(file: String, document: OnDemand<FixedDocument>)] = []
        for language in engine.languages {
            let catalog = await engine.catalog(in: language)
            let document = try FixedDocument(catalog, in: language)
            catalogs[language] = document
            if code.isEmpty { code = Self.code(for: catalog, tag: document.tag) }
        }
        self.catalogs = catalogs
        self.code = code
        screenCode = OnDemand { try FixedDocument(ScreenCodeList(own)) }
        pages = Dictionary(ProblemPage.all.map { ($0.code, $0) }) { first, _ in first }
    }

    /// The client code for the catalog in the app's own language. It has the tag of the catalog, which it is made from.
    private static func code(for catalog: Catalog, tag: String) -> [(file: String, document: OnDemand<FixedDocument>)] {
        [
            (
                "screens.ts",
                OnDemand { FixedDocument(TypeScriptPrinter.text(ClientTypes(catalog)), tag: tag) }
            ),
            (
                "AppScreen.swift",
                OnDemand { FixedDocument(SwiftPrinter.text(ClientTypes(catalog)), tag: tag) }
            ),
        ]
    }

    /// Adds the routes of discovery. Call this last: the OpenAPI document describes the routes in the router.
    func addRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/catalog",
            description: APIOperation("Every flow, screen and link of the app.", "Discovery")
                .explained("A client reads it to draw screens that it has no code for. It changes only with the app.")
                .reads(.ifNoneMatch)
                .reads(.acceptLanguage)
                .answers(200, "The catalog.", WireSchema.catalog.reference, headers: .entityTag, .contentLanguage)
                .answers(304, "The client's copy is current.", headers: .entityTag)
        ) { request, exchange in
            exchange.respond(catalog(for: request)?.response(to: request) ?? HTTPProblem.noSuchRoute.response)
        }
        for (file, document) in code {
            router.on(
                .get,
                "/v1/catalog/\(file)",
                description: APIOperation("Types of the app's screens: the file `\(file)` of `generate`.", "Discovery")
                    .explained(
                        "The code has the tag of the catalog: ask with `If-None-Match` whether the app has changed."
                    )
                    .reads(.ifNoneMatch)
                    .answers(200, "The file.", as: "text/plain", headers: .entityTag)
                    .answers(304, "The client's copy is current.", headers: .entityTag)
            ) { request, exchange in
                let document = try? document.value()
                exchange.respond(document?.response(to: request) ?? HTTPProblem.internalError.response)
            }
        }
        router.on(
            .get,
            "/v1/catalog/code",
            description: APIOperation("The types of each screen for clients in TypeScript and in Swift.", "Discovery")
                .explained("The gallery shows it beside each screen.")
                .reads(.ifNoneMatch)
                .answers(200, "The code.", ScreenCodeList.self, headers: .entityTag)
                .answers(304, "The client's copy is current.", headers: .entityTag)
        ) { request, exchange in
            let document = try? screenCode.value()
            exchange.respond(document?.response(to: request) ?? HTTPProblem.internalError.response)
        }
        router.on(
            .get,
            "/problems/{code}",
            description: APIOperation("Explains a problem code and its remedy.", "Discovery")
                .explained("The address is the `type` of each problem document.")
                .reads(.accept)
                .answers(200, "The explanation.", ProblemPage.self)
                .answers(200, "The explanation.", as: "text/html")
                .refuses(.noSuchRoute)
        ) { (request, exchange, code: String) in
            exchange.respond(page(code, for: request))
        }
        router.on(
            .get,
            "/problems",
            description: APIOperation("Lists the problem codes with their explanations.", "Discovery")
                .explained("The list includes the problems of HTTP itself, and the codes of fields.")
                .reads(.accept)
                .answers(200, "The explanations.", ProblemList.self)
                .answers(200, "The explanations.", as: "text/html")
        ) { request, exchange in
            let list = ProblemList()
            exchange.respond(answer(list, to: request) { list.html(brand: brand) })
        }
        // The document describes its own route, too. A copy of the router has the route before the document exists.
        var all = router
        Self.addDocument(nil, to: &all)
        Self.addDocument(OnDemand { [all] in try Self.document(all) }, to: &router)
    }

    private static func document(_ router: Router<APIOperation>) throws -> FixedDocument {
        try FixedDocument(OpenAPIDocument(router.routes, version: version).value)
    }

    private static func addDocument(_ document: OnDemand<FixedDocument>?, to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/openapi.json",
            description: APIOperation("This OpenAPI document.", "Discovery")
                .explained("It describes the routes of this server, so an app's own endpoints are in it, too.")
                .reads(.ifNoneMatch)
                .answers(
                    200,
                    "The document.",
                    ["type": "object", "examples": [["openapi": "3.1.0"]]],
                    headers: .entityTag
                )
                .answers(304, "The client's copy is current.", headers: .entityTag)
        ) { request, exchange in
            let document = try? document?.value()
            exchange.respond(document?.response(to: request) ?? HTTPProblem.internalError.response)
        }
    }

    private func catalog(for request: Request) -> FixedDocument? {
        let match = request[.acceptLanguage].flatMap { engine.bestLanguage(for: $0) }
        return (match ?? engine.languages.first).flatMap { catalogs[$0] }
    }

    private func page(_ code: String, for request: Request) -> Response {
        guard let page = pages[code] else { return HTTPProblem.noSuchRoute.response }
        return answer(page, to: request) { page.html(brand: brand) }
    }

    /// The value as JSON, or as a page if the request accepts pages.
    private func answer(_ value: some Encodable, to request: Request, html: () -> String) -> Response {
        var headers: ResponseHeaders = ["Cache-Control": "no-cache"]
        headers.addVary("Accept")
        if request.wantsPage {
            headers.add(.pages)
            return Response(200, .html, headers: headers, body: Array(html().utf8))
        }
        do {
            return Response(200, .json, headers: headers, body: try JSON.encode(value))
        } catch {
            return HTTPProblem.internalError.response
        }
    }
}

/// A value that is made when it is first used. Most servers are never asked for their OpenAPI document.
private final class OnDemand<Value: Sendable>: Sendable {
    private let state: Mutex<State>

    private enum State {
        case unmade(@Sendable () throws -> Value)
        case made(Value)
    }

    init(_ make: @escaping @Sendable () throws -> Value) { state = Mutex(.unmade(make)) }

    func value() throws -> Value {
        try state.withLock { state in
            switch state {
            case .made(let value): return value
            case .unmade(let make):
                let value = try make()
                state = .made(value)
                return value
            }
        }
    }
}

/// A constant document with its entity tag.
struct FixedDocument: Sendable {
    private let body: FixedBody
    private let type: ContentType
    private let headers: ResponseHeaders
    let tag: String

    /// A text.
    init(_ text: String, tag: String) {
        body = FixedBody(Array(text.utf8))
        type = .text
        headers = ["ETag": tag, "Cache-Control": "no-cache"]
        self.tag = tag
    }

    /// A value as JSON.
    ///
    /// - Parameter language: The language, if clients choose one.
    init(_ value: some Encodable, in language: String? = nil) throws {
        let bytes = try JSON.encode(value)
        body = FixedBody(bytes)
        type = .json
        // Weak, because the compressed body has the same tag (RFC 9110, section 8.8.3).
        let content = bytes + Array((language ?? "").utf8)
        tag = "W/\"\(Base64URL.encode(Array(SHA256.hash(content).prefix(12))))\""
        var headers: ResponseHeaders = ["ETag": tag, "Cache-Control": "no-cache"]
        if let language {
            headers.add("Content-Language", language)
            headers.addVary("Accept-Language")
        }
        self.headers = headers
    }

    /// The document, or 304 if the client's copy is current.
    func response(to request: Request) -> Response {
        if let known = request[.ifNoneMatch], EntityTag.isIn(known, tag) { return body.notModified(headers: headers) }
        return body.response(to: request, type, headers: headers)
    }
}
