import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import TestWaits
import Testing

@testable import FairwayServer

/// Calls to an app's endpoints, its files and the pages of its server.
@Suite(.waiting)
struct EndpointCallTests {
    private let console = RecordedConsole()

    @Test func endpointGetsTheRequestToTheByte() async throws {
        let body = (0...255).map(UInt8.init)
        let request = WebRequest(.post, "/partners/a%20b/hook?q=1+2&q=3", headers: ["X-Sent": "yes"], body: body)
        try await serving { server in
            let response = try await server.respond(to: request)
            #expect(response.status == 201)
            #expect(response.body == body.reversed())
            #expect(response.headers["Content-Type"] == "image/png")
            #expect(response.headers["X-Partner"] == "a b, 1 2, yes")
            #expect(response.headers["Cache-Control"] == "no-store")
            #expect(response.headers["X-Content-Type-Options"] == "nosniff")
        }
    }

    @Test(arguments: [
        ("/partners/1/hook", 1_000_000, 201), ("/partners/1/hook", 1_000_001, 413), ("/small", 65_536, 204),
        ("/small", 65_537, 413),
    ])
    func bodyIsLimited(_ path: String, _ bytes: Int, _ status: Int) async throws {
        try await serving { server in
            let request = WebRequest(.post, path, body: [UInt8](repeating: 1, count: bytes))
            let response = try await server.respond(to: request)
            #expect(response.status == status)
        }
    }

    @Test(arguments: [
        ("throw", "the bridge is up"), ("problem", "unhandled-signal: No flow has a route for Fog."),
        ("status", "The endpoint answered with"), ("header", "The endpoint answered with"),
        ("length", "The endpoint answered with"),
    ])
    func failureIsAnsweredWith500AndLoggedWithItsCause(_ kind: String, _ cause: String) async throws {
        try await serving { server in
            let response = try await server.respond(
                to: WebRequest(.get, "/broken/\(kind)", headers: ["X-Request-Id": "r-\(kind)"])
            )
            #expect(response.status == 500)
            #expect(response.text.contains(#""code":"internal-error""#))
            #expect(response.headers["X-Request-Id"] == "r-\(kind)")
        }
        let line = try #require(console.errors.split(separator: "\n").first { $0.contains("endpoint failed") })
        #expect(line.contains("r-\(kind)"))
        #expect(line.contains(cause))
    }

    @Test func bodyThatIsNoJSONIsAnsweredWith400() async throws {
        try await serving { server in
            let response = try await server.respond(to: WebRequest(.put, "/small", body: Array("{".utf8)))
            #expect(response.status == 400)
            #expect(try response.decode(Problem.self).code == .invalidJSON)
            #expect(try await server.respond(to: WebRequest(.delete, "/small")).status == 405)
            #expect(try await server.respond(to: WebRequest(.put, "/small?%zz")).status == 400)
        }
    }

    @Test func webhookWithoutASignatureIsCountedAndNotLogged() async throws {
        try await serving { server in
            let response = try await server.respond(
                to: WebRequest(.post, "/webhooks/payments", body: Array("s3cret".utf8))
            )
            #expect(response.status == 401)
            let metrics = try await server.respond(to: WebRequest(.get, "/metrics")).text
            #expect(metrics.contains(#"fairway_refusals_total{code="invalid-token"} 1"#))
            #expect(metrics.contains(#"route="/webhooks/payments""#))
        }
        #expect(console.errors.contains("/webhooks/payments"))
        #expect(!console.errors.contains("s3cret"))
    }

    @Test func filesOfAFolderHaveTheirOwnPolicy() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "en"), withIntermediateDirectories: true)
        for (name, text) in [("index.html", "home"), ("en/a.css", "a{}"), (".hidden", "no")] {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        let parts = AppParts([Files("/site", folder: folder.path, contentSecurityPolicy: "default-src 'self'")])
        try await serving(parts) { server in
            func get(_ path: String) async throws -> WebResponse {
                try await server.respond(to: WebRequest(.get, path))
            }
            for path in ["/site", "/site/", "/site/index.html"] {
                let page = try await get(path)
                #expect(page.text == "home")
            }
            let style = try await get("/site/en/a.css")
            #expect(style.headers["Content-Security-Policy"] == "default-src 'self'")
            let hidden = try await get("/site/.hidden")
            #expect(hidden.status == 404)
            let client = try await get("/app")
            #expect(client.headers["Content-Security-Policy"]?.contains("'none'") == true)
        }
        let server = try FairwayServer(app(AppParts([Files("/x", folder: "/nowhere/at/all")])), options())
        let failure = await #expect(throws: ServerFailure.self) { try await server.start() }
        #expect(failure?.exitCode == 78)
    }

    @Test func pagesThatAreLeftOutAreNeitherServedNorLinked() async throws {
        try await serving(AppParts([BuiltInPages(.client)])) { server in
            func get(_ path: String) async throws -> WebResponse {
                try await server.respond(to: WebRequest(.get, path))
            }
            for path in ["/gallery", "/docs", "/docs/api", "/admin"] { #expect(try await get(path).status == 404) }
            let page = try await get("/app").text
            for link in ["/gallery", "/docs", "/admin", "inspector-button"] { #expect(!page.contains(link), "\(link)") }
            #expect(page.contains("menu-button"))
            #expect(try await get("/v1/catalog").status == 200)
        }
        try await serving(AppParts([BuiltInPages(.console, .apiReference)])) { server in
            func get(_ path: String) async throws -> WebResponse {
                try await server.respond(to: WebRequest(.get, path))
            }
            for path in ["/", "/app", "/gallery"] { #expect(try await get(path).status == 404) }
            let page = try await get("/docs").text
            #expect(page.contains(#"<a href="/admin">Console</a>"#))
            for link in ["href=\"/gallery", "href=\"/app"] { #expect(!page.contains(link), "\(link)") }
        }
    }

    private struct BridgeUp: Error, CustomStringConvertible {
        var description: String { "the bridge is up" }
    }

    private func app(_ parts: AppParts) -> App {
        App(initial: Hall()) {
            parts
            Endpoint(.post, "/partners/{id}/hook", bytes: 1_000_000) { request, _ in
                let partner = [request.parameters["id"], request.query("q"), request.headers["x-sent"]].compactMap(
                    \.self
                )
                return .bytes(
                    request.body.reversed(),
                    type: "image/png",
                    status: 201,
                    headers: ["X-Partner": partner.joined(separator: ", ")]
                )
            }
            Endpoint(.post, "/small") { _, _ in .status(204) }
            Endpoint(.put, "/small") { request, _ in
                _ = try request.decode([String].self)
                return .status(204)
            }
            Endpoint(.get, "/broken/{kind}") { request, _ in
                switch request.parameters["kind"] {
                case "status": .status(99)
                case "header": .status(204, headers: ["X A": "b"])
                case "length": .status(204, headers: ["Content-Length": "7"])
                case "problem": throw Problem(.unhandledSignal, "No flow has a route for Fog.")
                default: throw BridgeUp()
                }
            }
            Webhook("/webhooks/payments", verify: .github(secrets: ["secret"])) { _, _ in }
        }
    }

    private func options() throws -> ServerOptions {
        var options = try ServerOptions(["store": "memory:", "port": "0", "admin-token": "t", "log-format": "text"])
        options.console = console.console
        options.listens = false
        return options
    }

    private func serving(_ parts: AppParts = AppParts([]), _ body: (FairwayServer) async throws -> Void) async throws {
        let server = try FairwayServer(app(parts), options())
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}

private struct Hall: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Door()) }
    static var routes: Routes<Self> { screen(Door.self) }

    struct Door: Screen {}
}
