import FairwayWire
import TestWaits
import Testing

/// Requests of a foreign web page through a visitor's browser: it cannot read the responses, and it has no token,
/// because tokens are never stored where a browser adds them itself.
@Suite(.waiting)
struct ForeignOriginTests {
    private static let origin = ["Origin": "https://evil.example"]

    @Test(arguments: ["/", "/admin", "/healthz", "/v1/catalog", "/v1/admin/flows", "/v1/sessions/x", "/metrics"])
    func foreignOriginCannotReadResponses(path: String) async throws {
        let reply = try await Client(SharedServer.running()).send("GET", path, headers: Self.origin)
        #expect(!reply.headers.keys.contains { $0.hasPrefix("access-control-") })
        #expect(reply["Set-Cookie"] == nil)
    }

    /// Browsers send a preflight request before a token or a method that forms do not have.
    @Test(arguments: ["/v1/sessions", "/v1/sessions/x/actions", "/v1/admin/flows"])
    func preflightIsRejected(path: String) async throws {
        var headers = Self.origin
        headers["Access-Control-Request-Method"] = "POST"
        headers["Access-Control-Request-Headers"] = "authorization"
        let reply = try await Client(SharedServer.running()).send("OPTIONS", path, headers: headers)
        #expect(reply.status == 204)
        #expect(!reply.headers.keys.contains { $0.hasPrefix("access-control-") })
    }

    @Test func allowedOriginIsAccepted() async throws {
        let server = try await RunningServer("--allow-origins", "https://app.example")
        for (origin, allowed) in [("https://app.example", "https://app.example"), ("https://evil.example", nil)] {
            let started = try await Client(server).send("POST", "/v1/sessions", headers: ["Origin": origin])
            #expect(started.status == 201)
            #expect(started["Access-Control-Allow-Origin"] == allowed)
            let asked = ["Origin": origin, "Access-Control-Request-Method": "POST"]
            let answer = try await Client(server).send("OPTIONS", "/v1/sessions/x/actions", headers: asked)
            #expect(answer["Access-Control-Allow-Origin"] == allowed)
        }
    }

    @Test(arguments: ["cookie", "query", "basic"])
    func tokenIsAcceptedOnlyInAuthorizationHeader(place: String) async throws {
        let server = try await SharedServer.running()
        let session = try await StartedSession("Counter", on: server)
        for (path, token) in [
            ("/v1/sessions/\(session.id)", try #require(session.client.token)),
            ("/v1/admin/flows", RunningServer.operatorToken),
        ] {
            let reply =
                switch place {
                case "cookie": try await Client(server).send("GET", path, headers: ["Cookie": "token=\(token)"])
                case "query": try await Client(server).send("GET", "\(path)?token=\(token)&access_token=\(token)")
                default: try await Client(server).send("GET", path, headers: ["Authorization": "Basic \(token)"])
                }
            #expect(reply.status == 401)
        }
    }

    /// Foreign pages cannot embed the console and the client in a frame. The sample app's first page embeds the client.
    @Test(arguments: [
        ("/", "'none'"), ("/admin", "'none'"), ("/gallery", "'none'"), ("/app", "'self'"), ("/admin/screen", "'self'"),
    ])
    func foreignPagesCannotFrameAPage(path: String, ancestors: String) async throws {
        let reply = try await Client(SharedServer.running()).send("GET", path)
        #expect(reply["Content-Security-Policy"]?.contains("frame-ancestors \(ancestors)") == true)
    }
}
