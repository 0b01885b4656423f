import Fairway
import FairwayTesting
import Foundation
import TestWaits
import Testing

@testable import FairwayServer

/// The pages of a server and what they load.
@Suite(.waiting)
struct BundledPagesTests {
    private static let builtIn = [
        "/", "/app", "/gallery", "/admin", "/admin/screen", "/docs", "/docs/build-a-client", "/docs/api",
        "/docs/api/operators", "/r/some-code",
    ]
    private let console = RecordedConsole()

    /// The addresses of the files that a document loads. The catalog, which the client asks for, is none.
    private func files(of document: WebResponse) -> [String] {
        let file = /(?:<link (?!rel="preload")[^>]*?href|<script [^>]*?src|<img [^>]*?src)="(?<address>[^"]+)"/
        return document.text.matches(of: file).map { String($0.address) }
    }

    @Test(arguments: builtIn)
    func pageLoadsThreeFilesThatCachesKeep(_ path: String) async throws {
        try await serving { server in
            let document = try await server.respond(to: WebRequest(.get, path))
            #expect(document.headers["Cache-Control"] == (path.hasPrefix("/r/") ? "no-store" : "no-cache"))
            let files = Set(files(of: document))
            #expect(files.count <= 3)
            for file in files {
                let response = try await server.respond(to: WebRequest(.get, file))
                #expect(response.status == 200)
                #expect(response.headers["Cache-Control"] == "public, max-age=31536000, immutable", "\(file)")
                #expect(response.headers["Content-Security-Policy"]?.contains("script-src 'self'") == true)
                #expect(response.headers["X-Content-Type-Options"] == "nosniff")
            }
        }
        #expect(!console.errors.contains("without bundles"), "\(console.errors)")
    }

    @Test func bundleOfAnotherReleaseIsAnsweredWithThisOne() async throws {
        try await serving { server in
            let current = try #require(
                files(of: try await server.respond(to: WebRequest(.get, "/app"))).first { $0.hasSuffix(".js") }
            )
            let other = current.replacing(/\/bundles\/[0-9a-f]+/, with: "/bundles/0123456789abcdef")
            let response = try await server.respond(to: WebRequest(.get, other))
            #expect(response.headers["Cache-Control"] == "no-cache")
            #expect(try await response.body == server.respond(to: WebRequest(.get, current)).body)
            for path in ["/bundles", "/bundles/a", "/bundles/a/b.js", "/bundles/a/app/none.js", "/bundles/a/style.css"]
            {
                #expect(try await server.respond(to: WebRequest(.get, path)).status == 404, "\(path)")
            }
            #expect(try await server.respond(to: WebRequest(.post, current)).status == 405)
        }
    }

    @Test func modulesStayAtTheirPaths() async throws {
        try await serving { server in
            for path in ["/fairway.js", "/web/main.js", "/style.css", "/icon.svg"] {
                let response = try await server.respond(to: WebRequest(.get, path))
                #expect(response.status == 200)
                #expect(response.headers["Cache-Control"] == "no-cache")
            }
        }
    }

    @Test func fileOfTheAppIsInTheBundle() async throws {
        let renderers = PublicFile("web/samples/renderers.js", "console.log(\"the app's\"); // renderers")
        try await serving(AppParts([renderers])) { server in
            let document = try await server.respond(to: WebRequest(.get, "/app"))
            let script = try #require(files(of: document).first { $0.hasSuffix(".js") })
            let text = try await server.respond(to: WebRequest(.get, script)).text
            #expect(text.contains("console.log(\"the app's\");"))
            #expect(!text.contains("Planets.Start"))
        }
    }

    @Test func pageWithAModuleOutsideOfTheRulesIsServedAsItIs() async throws {
        let renderers = PublicFile("web/samples/renderers.js", "export default 1;")
        try await serving(AppParts([renderers])) { server in
            for _ in 1...2 {
                let document = try await server.respond(to: WebRequest(.get, "/app"))
                #expect(document.status == 200)
                #expect(document.text.contains("src=\"/web/main.js\""))
            }
            #expect(try await server.respond(to: WebRequest(.get, "/admin")).text.contains("src=\"/bundles/"))
        }
        #expect(console.errors.ranges(of: "web/samples/renderers.js:1: this import or export is outside").count == 1)
    }

    @Test func pageOfTheAppHasBundlesIfItAsksForThem() async throws {
        func page(_ path: String, _ attribute: String) -> PublicFile {
            PublicFile(
                path,
                "<!doctype html><title>Shop</title><script type=\"module\" src=\"/shop.js\"\(attribute)></script>"
            )
        }
        let parts = [
            page("a.html", ""), page("b.html", " data-bundle"), page("c.html", " data-bundle=\"b.html\""),
            page("d.html", " data-bundle=\"a.html\""), PublicFile("shop.js", "import \"./fairway.js\";"),
        ]
        try await serving(AppParts(parts)) { server in
            #expect(try await files(of: server.respond(to: WebRequest(.get, "/a.html"))) == ["/shop.js"])
            let bundled = try await files(of: server.respond(to: WebRequest(.get, "/b.html")))
            #expect(bundled.count == 1)
            #expect(bundled.first?.hasSuffix("/b.js") == true)
            #expect(try await files(of: server.respond(to: WebRequest(.get, "/c.html"))) == bundled)
            #expect(try await files(of: server.respond(to: WebRequest(.get, "/d.html"))) == ["/shop.js"])
        }
    }

    @Test func unbundledPageLoadsItsModules() async throws {
        try await serving(["unbundled": "yes"]) { server in
            let document = try await server.respond(to: WebRequest(.get, "/app"))
            #expect(files(of: document).contains("/web/main.js"))
            #expect(files(of: document).contains("/style.css"))
        }
    }

    @Test func editedFileIsInTheBundleAtTheNextRequest() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "public-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "docs"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await serving(["public": folder.path]) { server in
            for text in ["first();", "second();"] {
                try Data(text.utf8).write(to: folder.appending(path: "docs/docs.js"))
                let document = try await server.respond(to: WebRequest(.get, "/docs"))
                #expect(document.headers["Cache-Control"] == "no-store")
                let script = try #require(files(of: document).first { $0.hasSuffix(".js") })
                let bundle = try await server.respond(to: WebRequest(.get, script))
                #expect(bundle.text.contains(text))
                #expect(bundle.headers["Cache-Control"] == "no-store")
            }
        }
    }

    private func serving(
        _ values: [String: String] = [:],
        _ parts: AppParts = AppParts([]),
        _ body: (FairwayServer) async throws -> Void
    ) async throws {
        let fixed = ["store": "memory:", "port": "0", "admin-token": "t", "log-format": "text"]
        var options = try ServerOptions(fixed.merging(values) { $1 })
        options.console = console.console
        options.listens = false
        let server = try FairwayServer(App(initial: Quay()) { parts }, options)
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func serving(_ parts: AppParts, _ body: (FairwayServer) async throws -> Void) async throws {
        try await serving([:], parts, body)
    }
}

private struct Quay: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Berth()) }
    static var routes: Routes<Self> { screen(Berth.self) }

    struct Berth: Screen {}
}
