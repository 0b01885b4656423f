import Fairway
import FairwayWire
import Foundation
import Testing

@testable import FairwayServer

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The server's self-description, which needs no token.
struct DiscoveryTests {
    @Test(arguments: ["/v1/catalog", "/openapi.json"])
    func unchangedDocumentIsAnsweredWith304(path: String) async throws {
        try await serving { get in
            let (first, body) = try await get(path, [:])
            #expect(first.statusCode == 200)
            #expect(first.value(forHTTPHeaderField: "Content-Type") == "application/json")
            try JSON.validate(Array(body))
            let tag = try #require(first.value(forHTTPHeaderField: "ETag"))
            let (second, nothing) = try await get(path, ["If-None-Match": tag])
            #expect(second.statusCode == 304)
            #expect(nothing.isEmpty)
            // A cache updates the stored response with these fields.
            for field in ["Vary", "ETag", "Cache-Control", "Content-Language"] {
                #expect(second.value(forHTTPHeaderField: field) == first.value(forHTTPHeaderField: field))
            }
            #expect(first.value(forHTTPHeaderField: "Vary")?.contains("Accept-Encoding") == true)
            let (third, _) = try await get(path, ["If-None-Match": "\"another\""])
            #expect(third.statusCode == 200)
        }
    }

    @Test func catalogMatchesApp() async throws {
        try await serving { get in
            let catalog = try JSON.decode(Catalog.self, from: Array(try await get("/v1/catalog", [:]).1))
            #expect(catalog.flows.map(\.name) == ["DiscoveryTests.Main"])
        }
    }

    @Test func codeOfEachScreenIsServed() async throws {
        try await serving { get in
            let (reply, body) = try await get("/v1/catalog/code", [:])
            let list = try JSON.decode(ScreenCodeList.self, from: Array(body))
            let tag = try #require(reply.value(forHTTPHeaderField: "ETag"))
            #expect(try await get("/v1/catalog/code", ["If-None-Match": tag]).0.statusCode == 304)
            let catalog = try JSON.decode(Catalog.self, from: Array(try await get("/v1/catalog", [:]).1))
            #expect(list.screens.map(\.name) == catalog.screens.map(\.name))
            #expect(list.screens.allSatisfy { $0.swift.hasPrefix("///") || $0.swift.hasPrefix("struct ") })
        }
    }

    @Test(arguments: [("screens.ts", "export type AppScreen"), ("AppScreen.swift", "enum AppScreen")])
    func generatedCodeHasTagOfCatalog(file: String, declaration: String) async throws {
        try await serving { get in
            let (catalog, _) = try await get("/v1/catalog", [:])
            let tag = try #require(catalog.value(forHTTPHeaderField: "ETag"))
            let (code, text) = try await get("/v1/catalog/\(file)", [:])
            #expect(code.value(forHTTPHeaderField: "ETag") == tag)
            #expect(code.value(forHTTPHeaderField: "Content-Type") == "text/plain; charset=utf-8")
            #expect(String(decoding: text, as: UTF8.self).contains(declaration))
            #expect(try await get("/v1/catalog/\(file)", ["If-None-Match": tag]).0.statusCode == 304)
        }
    }

    @Test func problemPageDependsOnAcceptHeader() async throws {
        try await serving { get in
            let (page, html) = try await get("/problems/stale-screen", ["Accept": "text/html,*/*;q=0.8"])
            #expect(page.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
            #expect(page.value(forHTTPHeaderField: "Vary") == "Accept, Accept-Encoding")
            let text = String(decoding: html, as: UTF8.self)
            #expect(text.contains("<h1>That screen is no longer in front.</h1>"))
            for landmark in ["<header ", "<main ", "</main>"] { #expect(text.contains(landmark)) }
            #expect(text.contains("<a href=\"/docs/api#problem-stale-screen\">"))
            // The content security policy blocks inline styles.
            #expect(!text.contains("<style"))
            let (_, json) = try await get("/problems/stale-screen", [:])
            #expect(try JSON.decode(ProblemPage.self, from: Array(json)).status == 409)
            let (_, fields) = try await get("/problems/invalid-params", ["Accept": "text/html"])
            #expect(String(decoding: fields, as: UTF8.self).contains("<a href=\"/v1/catalog\">/v1/catalog</a>"))
            let (unknown, problem) = try await get("/problems/none", [:])
            #expect(unknown.statusCode == 404)
            #expect(try JSON.decode(Problem.self, from: Array(problem)).code == .noSuchRoute)
        }
    }

    @Test func problemCodesAreListed() async throws {
        try await serving { get in
            let (_, json) = try await get("/problems", [:])
            let codes = try JSON.decode(ProblemList.self, from: Array(json)).problems.map(\.code)
            #expect(codes == ProblemPage.all.map(\.code))
            let text = String(decoding: try await get("/problems", ["Accept": "text/html"]).1, as: UTF8.self)
            for code in codes { #expect(text.contains("<a href=\"/problems/\(code)\">")) }
        }
    }

    @Test func pagesHaveTheNameOfTheApp() async throws {
        try await serving(App("Tea & <Co>", initial: Main())) { get in
            for (path, title) in [("/", ""), ("/app", ""), ("/gallery", "Gallery · ")] {
                let text = String(decoding: try await get(path, [:]).1, as: UTF8.self)
                #expect(text.contains("<title>\(title)Tea &amp; &lt;Co></title>"))
            }
            for path in ["/nothing", "/problems/stale-screen"] {
                let text = String(decoding: try await get(path, ["Accept": "text/html"]).1, as: UTF8.self)
                #expect(text.contains(">Tea &amp; &lt;Co></a>"))
            }
        }
        try await serving { get in
            let text = String(decoding: try await get("/", [:]).1, as: UTF8.self)
            #expect(text.contains("<title>Fairway</title>"))
        }
    }

    @Test func fileOfTheAppReplacesTheBuiltInOne() async throws {
        let app = App(initial: Main()) {
            PublicFile("index.html", "<title>Fairway</title>")
            PublicFile("images/dot.svg", bytes: Array("<svg/>".utf8))
        }
        try await serving(app) { get in
            let (page, text) = try await get("/", [:])
            #expect(String(decoding: text, as: UTF8.self) == "<title>Fairway</title>")
            #expect(page.value(forHTTPHeaderField: "Content-Security-Policy")?.contains("script-src 'self'") == true)
            let (image, _) = try await get("/images/dot.svg", [:])
            #expect(image.value(forHTTPHeaderField: "Content-Type") == "image/svg+xml")
            #expect(String(decoding: try await get("/app", [:]).1, as: UTF8.self).contains("<body class=\"web\">"))
        }
    }

    @Test func pageOfReturnLinksIsTheSameForEveryCode() async throws {
        try await serving(App("Tea", initial: Main())) { get in
            let (page, text) = try await get("/r/gnPL3Fk1vQ9TnCMQ", [:])
            #expect(page.statusCode == 200)
            #expect(page.value(forHTTPHeaderField: "Referrer-Policy") == "no-referrer")
            #expect(page.value(forHTTPHeaderField: "Cache-Control") == "no-store")
            #expect(try await get("/r/another", [:]).1 == text)
            #expect(String(decoding: text, as: UTF8.self).contains("<title>Continue · Tea</title>"))
        }
    }

    @Test func onlyTheClientCanBeFramedAndOnlyByTheServersPages() async throws {
        try await serving { get in
            for (path, ancestors) in [
                ("/", "'none'"), ("/admin", "'none'"), ("/gallery", "'none'"), ("/app", "'self'"),
            ] {
                let policy = try await get(path, [:]).0.value(forHTTPHeaderField: "Content-Security-Policy")
                #expect(policy?.contains("frame-ancestors \(ancestors)") == true, "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("/nothing/here", 404, "no-such-route"), ("/problems/none", 404, "no-such-route"),
        ("/v1/handoffs", 405, "method-not-allowed"), ("/v1/sessions/s1", 401, "missing-token"),
    ])
    func browserGetsErrorAsPage(path: String, status: Int, code: String) async throws {
        try await serving { get in
            let (page, html) = try await get(path, ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"])
            #expect(page.statusCode == status)
            #expect(page.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
            #expect(page.value(forHTTPHeaderField: "Content-Security-Policy")?.contains("script-src 'self'") == true)
            let text = String(decoding: html, as: UTF8.self)
            for part in ["<title>", "/style.css", "<a href=\"/problems/\(code)\">"] { #expect(text.contains(part)) }
            let (problem, json) = try await get(path, ["Accept": "*/*"])
            #expect(problem.statusCode == status)
            #expect(problem.value(forHTTPHeaderField: "Content-Type") == "application/problem+json")
            #expect(try JSON.decode(JSONValue.self, from: Array(json))["code"]?.string == code)
        }
    }

    struct Main: FlowController {
        func start(_ nav: Navigator<Self>) {}
    }

    private typealias Get = (_ path: String, _ headers: [String: String]) async throws -> (HTTPURLResponse, Data)

    private func serving(
        _ app: App = App(initial: Main()),
        _ test: (Get) async throws -> Void
    ) async throws {
        var options = ServeOptions()
        options.store = .memory
        options.port = 0
        options.adminToken = "token"
        let log = Log(level: .error, format: .json, console: RecordedConsole().console)
        let server = try await AppServer.make(app, options, log: log)
        try await server.begin()
        let address = try #require(try server.listen().first)
        let result = await Result {
            try await test { path, headers in
                var request = URLRequest(url: try #require(URL(string: "http://\(address)\(path)")))
                request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
                for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
                let (data, response) = try await URLSession.shared.data(for: request)
                return (try #require(response as? HTTPURLResponse), data)
            }
        }
        await server.stop()
        try result.get()
    }
}

extension Result where Failure == any Error {
    /// The result of an asynchronous function.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
