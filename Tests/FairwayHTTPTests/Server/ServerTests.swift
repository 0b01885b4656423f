import FairwayHTTP
import ServerDoubles
import TestWaits
import Testing

@Suite(.waiting)
struct ServerTests {
    static let router: Router<Void> = {
        var router = Router<Void>()
        router.on(.get, "/hello/{name}") { (_, exchange, name: String) in exchange.respond(.text("Hello, \(name)")) }
        router.on(.get, "/double/{number}") { (_, exchange, number: Int) in exchange.respond(.text("\(number * 2)")) }
        router.on(.post, "/echo") { request, exchange in
            exchange.respond(Response(200, .text, headers: ["X-Type": request.mediaType ?? "none"], body: request.body))
        }
        router.on(.put, "/large", bodyLimit: 1_000_000) { request, exchange in
            exchange.respond(.text("\(request.body.count)"))
        }
        router.on(.get, "/later/{name}") { (_, name: String) in
            await Task.yield()
            return .text(name)
        }
        router.on(.get, "/fails") { _ -> Response in throw HTTPProblem.tooManyRequests(retryAfterSeconds: 7) }
        router.on(.get, "/drops") { _, _ in }
        router.on(.delete, "/nothing") { _, exchange in exchange.respond(Response(204)) }
        return router
    }()

    @Test
    func requestIsAnswered() async throws {
        try await withServer(Self.router) { server in
            let response = try server.exchange("GET /hello/Ada HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.status == 200)
            #expect(response.body == "Hello, Ada")
            #expect(response.headers["content-length"] == "10")
            #expect(response.headers["content-type"] == "text/plain; charset=utf-8")
            #expect(response.headers["connection"] == nil)
            #expect(response.headers["x-request-id"]?.count == 15)
            #expect(response.headers["date"]?.hasSuffix(" GMT") == true)
        }
    }

    @Test(arguments: [
        ("/hello/%41d%61", 200, "Hello, Ada"), ("/hello/a%2Fb", 200, "Hello, a/b"), ("/double/%32%31", 200, "42"),
        ("/double/21", 200, "42"),
    ])
    func pathParametersAreDecodedAndTyped(path: String, status: Int, body: String) async throws {
        try await withServer(Self.router) { server in
            let response = try server.exchange("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.status == status)
            #expect(response.body == body)
        }
    }

    @Test(arguments: [
        ("GET", "/nowhere", "text/html, */*;q=0.8", "page: 404 no-such-route"),
        ("GET", "/nowhere", "application/xhtml+xml,TEXT/HTML;q=0.9", "page: 404 no-such-route"),
        ("GET", "/nowhere", "application/json;q=0.1, text/html; Q=0.2", "page: 404 no-such-route"),
        ("GET", "/nowhere", "text/html, application/json", "page: 404 no-such-route"),
        ("GET", "/fails", "text/html", "page: 429 too-many-requests"),
        ("GET", "/echo", "text/html", "page: 405 method-not-allowed"),
        ("GET", "/hello/Ada", "text/html", "Hello, Ada"),
    ])
    func browserGetsErrorAsPage(method: String, path: String, accept: String, body: String) async throws {
        try await withServer(Self.router, configure: { $0.errorPage = Self.page }) { server in
            let response = try server.exchange("\(method) \(path) HTTP/1.1\r\nHost: a\r\nAccept: \(accept)\r\n\r\n")
            #expect(response.body == body)
        }
    }

    @Test(arguments: [
        ("GET", "*/*", "application/problem+json"), ("GET", "application/json", "application/problem+json"),
        ("POST", "text/html", "application/problem+json"), ("GET", "text/html;q=0, */*", "application/problem+json"),
        ("GET", "application/json, text/html;q=0.9", "application/problem+json"),
        ("GET", "text/html;q=0.5, */*;q=0.8", "application/problem+json"),
        ("GET", "application/json, text/html", "application/problem+json"),
        ("GET", "application/problem+json;q=0.1, application/json, text/html;q=0.5", "application/problem+json"),
    ])
    func programGetsErrorAsDocument(method: String, accept: String, type: String) async throws {
        try await withServer(Self.router, configure: { $0.errorPage = Self.page }) { server in
            let head = "\(method) /nowhere HTTP/1.1\r\nHost: a\r\nAccept: \(accept)\r\nContent-Length: 0\r\n\r\n"
            let response = try server.exchange(head)
            #expect(response.headers["content-type"] == type)
        }
    }

    private static func page(_ error: Response) -> Response {
        Response(error.status, .html, body: Array("page: \(error.status.code) \(error.code ?? "")".utf8))
    }

    @Test(arguments: [
        ("GET", "/nowhere", 404, "no-such-route"), ("GET", "/hello/", 404, "no-such-route"),
        ("GET", "/hello/a/b", 404, "no-such-route"), ("GET", "/double/x", 404, "no-such-route"),
        ("GET", "/hello/%zz", 400, "malformed-request"), ("GET", "/hello/%ff", 400, "malformed-request"),
        ("GET", "/hello/%00", 400, "malformed-request"), ("GET", "/hello/%4", 400, "malformed-request"),
        ("GET", "/echo", 405, "method-not-allowed"), ("GET", "/fails", 429, "too-many-requests"),
        ("GET", "/drops", 500, "internal-error"), ("TRACE", "/echo", 405, "method-not-allowed"),
    ])
    func errorsAreProblemDocuments(method: String, path: String, status: Int, code: String) async throws {
        try await withServer(Self.router) { server in
            let response = try server.exchange("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.status == status)
            #expect(response.code == code)
            #expect(response.headers["content-type"] == "application/problem+json")
            #expect(response.body.contains("\"type\":\"/problems/\(code)\""))
            #expect(response.body.contains("\"status\":\(status)"))
        }
    }

    @Test
    func allowListsTheMethodsOfAPath() async throws {
        try await withServer(Self.router) { server in
            let refused = try server.exchange("DELETE /hello/Ada HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(refused.status == 405)
            #expect(refused.headers["allow"] == "GET, HEAD, OPTIONS")
            let asked = try server.exchange("OPTIONS /echo HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(asked.status == 204)
            #expect(asked.headers["allow"] == "POST, OPTIONS")
            #expect(asked.headers["content-length"] == nil)
            #expect(try server.exchange("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").status == 204)
            #expect(try server.exchange("OPTIONS /nowhere HTTP/1.1\r\nHost: a\r\n\r\n").status == 404)
        }
    }

    @Test
    func headIsAnsweredAsGetWithoutTheBody() async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            client.send("HEAD /hello/Ada HTTP/1.1\r\nHost: a\r\n\r\nGET /hello/Bob HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try client.response(toHead: true)
            #expect(head.status == 200)
            #expect(head.headers["content-length"] == "10")
            #expect(try client.response().body == "Hello, Bob")
        }
    }

    @Test
    func bodiesAreReadByLengthAndInChunks() async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            client.send(
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: Text/Plain; charset=utf-8\r\nContent-Length: 4\r\n\r\nfair"
            )
            let first = try client.response()
            #expect(first.body == "fair")
            #expect(first.headers["x-type"] == "text/plain")
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nway\r\n0\r\n\r\n")
            #expect(try client.response().body == "way")
        }
    }

    @Test
    func tooLargeBodyIsRefusedBeforeItArrives() async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n")
            let response = try client.response()
            #expect(response.status == 413)
            #expect(response.code == "body-too-large")
            #expect(response.headers["connection"] == "close")
            #expect(try client.rest() == "")
        }
    }

    @Test
    func tooLargeChunkedBodyIsRefused() async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            let chunk = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)\(chunk)\(chunk)")
            #expect(try client.response().status == 413)
            #expect(try client.rest() == "")
        }
    }

    @Test
    func routeCanHaveALargerBodyLimit() async throws {
        try await withServer(Self.router) { server in
            let body = String(repeating: "x", count: 200_000)
            let request = "PUT /large HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            let response = try server.exchange(request)
            #expect(response.body == "200000")
        }
    }

    @Test
    func clientThatExpectsContinueGetsIt() async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
            #expect(try client.response().status == 100)
            client.send("fair")
            #expect(try client.response().body == "fair")
        }
    }

    @Test
    func clientThatExpectsContinueIsRefusedBeforeTheBody() async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99999\r\n\r\n")
            #expect(try client.response().status == 413)
        }
    }

    @Test
    func thousandPipelinedRequestsAreAnsweredInOrder() async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            // Half of the handlers are asynchronous and respond in a later iteration of the event loop.
            let requests = (0..<1000).map { number in
                "GET /\(number.isMultiple(of: 2) ? "hello" : "later")/\(number) HTTP/1.1\r\nHost: a\r\n\r\n"
            }
            client.send(requests.joined())
            for number in 0..<1000 {
                let body = try client.response().body
                #expect(body == (number.isMultiple(of: 2) ? "Hello, \(number)" : "\(number)"))
            }
        }
    }

    @Test
    func invalidRequestIsAnsweredLastAndClosesTheConnection() async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            client.send(
                "GET /later/a HTTP/1.1\r\nHost: a\r\n\r\nGET /hello/b HTTP/1.1\r\n\r\n"
                    + "GET /hello/c HTTP/1.1\r\nHost: a\r\n\r\n"
            )
            #expect(try client.response().body == "a")
            let refused = try client.response()
            #expect(refused.status == 400)
            #expect(refused.headers["connection"] == "close")
            #expect(try client.rest() == "")
        }
    }

    @Test
    func clientThatClosesItsOutputIsAnswered() async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            client.send("GET /later/a HTTP/1.1\r\nHost: a\r\n\r\n")
            client.closeOutput()
            #expect(try client.response().body == "a")
            #expect(try client.rest() == "")
        }
    }

    @Test(arguments: [
        ("GET /hello/a HTTP/1.0\r\n\r\n", "close"),
        ("GET /hello/a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "keep-alive"),
        ("GET /hello/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "close"),
    ])
    func connectionHeaderStatesThePersistence(request: String, connection: String) async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            client.send(request)
            #expect(try client.response().headers["connection"] == connection)
            if connection == "close" { #expect(try client.rest() == "") }
        }
    }

    @Test
    func requestsPerConnectionAreLimited() async throws {
        try await withServer(Self.router, configure: { $0.limits.requestsPerConnection = 2 }) { server in
            let client = try server.client()
            let request = "GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n"
            client.send(request + request + request)
            #expect(try client.response().headers["connection"] == nil)
            #expect(try client.response().headers["connection"] == "close")
            #expect(try client.rest() == "")
        }
    }

    @Test
    func safeRequestIDOfTheClientIsKept() async throws {
        try await withServer(Self.router) { server in
            let request = { (id: String) in "GET /hello/a HTTP/1.1\r\nHost: a\r\nX-Request-Id: \(id)\r\n\r\n" }
            let kept = try server.exchange(request("abc-1.2"))
            #expect(kept.headers["x-request-id"] == "abc-1.2")
            let replaced = try server.exchange(request("a b\\n"))
            #expect(replaced.headers["x-request-id"]?.count == 15)
        }
    }

    @Test
    func serverListensOnSeveralAddresses() async throws {
        let six = try #require(SocketAddress("::1", port: 0))
        let four = try #require(SocketAddress("127.0.0.1", port: 0))
        let server = HTTPServer(router: Self.router, configuration: ServerConfiguration(addresses: [six, four]))
        let addresses = try server.start()
        #expect(addresses.count == 2)
        #expect(addresses[0].description.hasPrefix("[::1]:"))
        for address in addresses {
            let client = try TestClient(address)
            client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().body == "Hello, a")
        }
        await server.stop(withinSeconds: 0)
    }

    @Test
    func errorNamesTheAddressInUse() async throws {
        try await withServer(Self.router) { server in
            let second = HTTPServer(
                router: Self.router,
                configuration: ServerConfiguration(addresses: [server.address])
            )
            #expect {
                try second.start()
            } throws: { error in
                "\(error)".contains("Another program already listens on \(server.address)")
            }
        }
    }
}
