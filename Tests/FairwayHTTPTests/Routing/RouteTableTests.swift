import Testing

@testable import FairwayHTTP

struct RouteTableTests {
    static let table: RouteTable = {
        var router = Router<Void>()
        let nothing: @Sendable (Request, Exchange) -> Void = { _, exchange in exchange.respond(Response(204)) }
        router.on(.get, "/", handler: nothing)
        router.on(.get, "/v1/sessions", handler: nothing)
        router.on(.post, "/v1/sessions", handler: nothing)
        router.on(.get, "/v1/sessions/{id}") { (_, exchange, _: String) in exchange.respond(Response(204)) }
        router.on(.get, "/v1/sessions/mine") { _, exchange in exchange.respond(Response(204)) }
        router.on(.put, "/v1/sessions/{id}/screens/{screen}") { (_, exchange, _: String, _: Int) in
            exchange.respond(Response(204))
        }
        router.on(.get, "/v1/sessions/mine/own", handler: nothing)
        return RouteTable(router)
    }()

    struct Case: Sendable, CustomTestStringConvertible {
        let method: Method
        let path: String
        /// The template with the values of its parameters, or a description of another result.
        let found: String
        var testDescription: String { "\(method.name) \(path)" }

        init(_ method: Method, _ path: String, _ found: String) {
            self.method = method
            self.path = path
            self.found = found
        }
    }

    @Test(arguments: [
        Case(.get, "/", "/"),
        Case(.get, "/v1/sessions", "/v1/sessions"),
        Case(.post, "/v1/sessions", "/v1/sessions"),
        Case(.head, "/v1/sessions", "/v1/sessions"),
        Case(.get, "/v1/sessions/x", "/v1/sessions/{id} x"),
        Case(.get, "/v1/sessions/mine", "/v1/sessions/mine"),
        Case(.get, "/v1/sessions/min", "/v1/sessions/{id} min"),
        Case(.get, "/v1/sessions/mine/own", "/v1/sessions/mine/own"),
        // A literal without a matching child does not hide the parameter.
        Case(.put, "/v1/sessions/mine/screens/3", "/v1/sessions/{id}/screens/{screen} mine 3"),
        Case(.get, "/v1/sessions/a%2Fb", "/v1/sessions/{id} a/b"),
        Case(.get, "/v1/sessions/a+b", "/v1/sessions/{id} a+b"),
        Case(.get, "/v1/sessions/%C3%BC", "/v1/sessions/{id} ü"),
        Case(.get, "/v1/sess%69ons/a", "otherwise"),
        Case(.get, "/v1/sess%69ons", "otherwise"),
        Case(.delete, "/v1/sessions", "not allowed: GET, HEAD, POST, OPTIONS"),
        Case(.head, "/v1/sessions/a/screens/b", "not allowed: PUT, OPTIONS"),
        Case(.options, "/v1/sessions/a", "options: GET, HEAD, OPTIONS"),
        Case(.get, "/v1", "otherwise"),
        Case(.get, "/v1/", "otherwise"),
        Case(.get, "/v1/sessions/", "otherwise"),
        Case(.get, "//v1/sessions", "otherwise"),
        Case(.get, "/v1//sessions", "otherwise"),
        Case(.get, "/v1/sessions/x/y", "otherwise"),
        Case(.get, "/V1/sessions", "otherwise"),
        Case(.get, "/v1/./sessions", "otherwise"),
        Case(.get, "/v1/x/../sessions", "otherwise"),
        Case(.get, "/v1%2Fsessions", "otherwise"),
        Case(.get, "/%", "bad"),
        Case(.get, "/v1/%g0", "bad"),
        Case(.get, "/v1/%C3", "bad"),
    ])
    func pathsMatchTheirRoutes(_ example: Case) throws {
        let bytes = Array(example.path.utf8)
        let match = bytes.withUnsafeBytes { Self.table.match(example.method, path: 0..<bytes.count, of: $0) }
        let found =
            switch match {
            case .endpoint(let index): try described(Self.table.endpoints[index].template, example)
            case .methodNotAllowed(let allow): "not allowed: \(allow)"
            case .options(let allow): "options: \(allow)"
            case .otherwise: "otherwise"
            case nil: "bad"
            }
        #expect(found == example.found)
    }

    /// The template with the values of its parameters.
    private func described(_ text: String, _ example: Case) throws -> String {
        let template = PathTemplate(text)
        var parser = RequestParser(limits: HTTPLimits())
        let bytes = Array("\(example.method.name) \(example.path)?a/b HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        let head = try bytes.withUnsafeBytes { bytes -> RequestHead? in
            var input = bytes
            guard case .head(let head) = try parser.next(&input) else { return nil }
            return head
        }
        var reader = ParameterReader(try #require(head), matching: template)
        return try ([text] + template.parameters.map { _ in try reader.next(String.self) }).joined(separator: " ")
    }

    @Test
    func routesKeepTheirDescription() {
        var router = Router<String>()
        router.on(.get, "/a/{id}/{number}", bodyLimit: 5, description: "gets") {
            (_, exchange, _: String, _: Int) in exchange.respond(Response(204))
        }
        let route = router.routes[0]
        #expect(route.template == "/a/{id}/{number}")
        #expect(route.description == "gets")
        #expect(route.bodyLimit == 5)
        #expect(route.parameters.map(\.name) == ["id", "number"])
        #expect(route.parameters.map(\.schemaType) == ["string", "integer"])
    }

    @Test func addedRouteMakesNoDescription() {
        @Sendable func describe() -> String {
            Issue.record("the description is made before it is used")
            return ""
        }
        var router = Router<String>()
        router.on(.get, "/a", description: describe()) { _, exchange in exchange.respond(Response(204)) }
        _ = RouteTable(router)
    }
}
