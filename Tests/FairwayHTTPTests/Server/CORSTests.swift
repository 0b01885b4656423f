import FairwayHTTP
import ServerDoubles
import TestWaits
import Testing

@Suite(.waiting)
struct CORSTests {
    let preflight = """
        OPTIONS /echo HTTP/1.1\r
        Host: a\r
        Origin: https://app.example\r
        Access-Control-Request-Method: POST\r
        \r

        """

    @Test
    func withoutCORSNoHeadersAreSent() async throws {
        try await withServer(ServerTests.router) { server in
            let response = try server.exchange(preflight)
            #expect(response.status == 204)
            #expect(!response.headers.keys.contains { $0.hasPrefix("access-control") })
        }
    }

    @Test
    func allowedOriginGetsCORSHeaders() async throws {
        let cors = CORS(origins: .only(["https://app.example"]))
        try await withServer(ServerTests.router, configure: { $0.cors = cors }) { server in
            let asked = try server.exchange(preflight)
            #expect(asked.headers["access-control-allow-origin"] == "https://app.example")
            #expect(asked.headers["access-control-allow-methods"] == "POST, OPTIONS")
            #expect(asked.headers["access-control-max-age"] == "600")
            let request = "GET /hello/a HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example\r\n\r\n"
            let response = try server.exchange(request)
            #expect(response.headers["access-control-allow-origin"] == "https://app.example")
            #expect(response.headers["vary"] == "Origin")
            #expect(response.headers["access-control-expose-headers"]?.contains("ETag") == true)
        }
    }

    /// Without these headers, a page could not read the error.
    @Test
    func earlyRefusalsHaveCORSHeaders() async throws {
        let cors = CORS(origins: .only(["https://app.example"]))
        try await withServer(ServerTests.router, configure: { $0.cors = cors }) { server in
            let response = try server.exchange(
                """
                POST /echo HTTP/1.1\r
                Host: a\r
                Origin: https://app.example\r
                X-Request-Id: large-1\r
                Content-Length: 10000000\r
                \r

                """
            )
            #expect(response.status == 413)
            #expect(response.headers["access-control-allow-origin"] == "https://app.example")
            #expect(response.headers["x-request-id"] == "large-1")
        }
    }

    @Test
    func otherOriginGetsNoCORSHeaders() async throws {
        let cors = CORS(origins: .only(["https://other.example"]))
        try await withServer(ServerTests.router, configure: { $0.cors = cors }) { server in
            let response = try server.exchange(preflight)
            #expect(response.headers["access-control-allow-origin"] == nil)
            #expect(response.headers["vary"] == "Origin")
        }
    }

    /// A cache that reads only the first `Vary` field would serve the response for one origin to another.
    @Test
    func varyNamesAreInOneField() async throws {
        var router = CompressionTests.router
        router.on(.get, "/both") { _, exchange in
            var response = Response.text(String(repeating: "fairway ", count: 1_000))
            response.headers.addVary("Accept")
            exchange.respond(response)
        }
        let cors = CORS(origins: .only(["https://app.example"]))
        try await withServer(router, configure: { $0.cors = cors }) { server in
            let client = try server.client()
            client.send("HEAD /both HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
            let vary = try client.response(toHead: true).headers["vary"]
            #expect(Set(vary?.split(separator: ", ") ?? []) == ["Accept", "Origin", "Accept-Encoding"])
        }
    }

    @Test
    func anyOriginCanBeAllowed() async throws {
        try await withServer(ServerTests.router, configure: { $0.cors = CORS(origins: .any) }) { server in
            let response = try server.exchange(preflight)
            #expect(response.headers["access-control-allow-origin"] == "*")
        }
    }
}
