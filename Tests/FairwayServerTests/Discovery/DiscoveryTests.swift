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

    @Test func problemPageDependsOnAcceptHeader() async throws {
        try await serving { get in
            let (page, html) = try await get("/problems/stale-screen", ["Accept": "text/html,*/*;q=0.8"])
            #expect(page.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
            #expect(page.value(forHTTPHeaderField: "Vary") == "Accept")
            let text = String(decoding: html, as: UTF8.self)
            #expect(text.contains("<h1>That screen is no longer in front.</h1>"))
            for landmark in ["<header>", "<main>", "</main>"] { #expect(text.contains(landmark)) }
            // The content security policy blocks inline styles.
            #expect(!text.contains("<style"))
            let (_, json) = try await get("/problems/stale-screen", [:])
            #expect(try JSON.decode(ProblemPage.self, from: Array(json)).status == 409)
            let (unknown, problem) = try await get("/problems/none", [:])
            #expect(unknown.statusCode == 404)
            #expect(try JSON.decode(Problem.self, from: Array(problem)).code == .noSuchRoute)
        }
    }

    struct Main: FlowController {
        func start(_ nav: Navigator<Self>) {}
    }

    private typealias Get = (_ path: String, _ headers: [String: String]) async throws -> (HTTPURLResponse, Data)

    private func serving(_ test: (Get) async throws -> Void) async throws {
        var options = ServeOptions()
        options.store = .memory
        options.port = 0
        options.adminToken = "token"
        let log = Log(level: .error, format: .json, console: RecordedConsole().console)
        let server = try await AppServer(App(initial: Main()), options, log: log)
        let address = try server.start()
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
