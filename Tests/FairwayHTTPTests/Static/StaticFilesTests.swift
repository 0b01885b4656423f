import FairwayHTTP
import Foundation
import ServerDoubles
import TestWaits
import Testing

@Suite(.waiting)
struct StaticFilesTests {
    static let page = "<!doctype html>" + String(repeating: "<p>fairway</p>", count: 200)

    static var files: [(path: String, bytes: [UInt8])] {
        [
            ("index.html", Array(page.utf8)), ("app.js", Array("export {}".utf8)),
            ("admin/index.html", Array("admin".utf8)), ("icon.png", [0x89, 0x50]), ("a b.txt", [0x61]),
        ]
    }

    func withFiles(_ files: StaticFiles, _ body: (TestServer) async throws -> Void) async throws {
        var router = ServerTests.router
        router.otherwise(files.answer)
        try await withServer(router, body)
    }

    func get(_ path: String, _ fields: String = "", method: String = "GET") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    @Test
    func fileHasItsTypeAndEntityTag() async throws {
        try await withFiles(StaticFiles(embedded: Self.files)) { server in
            let response = try server.exchange(get("/"))
            #expect(response.status == 200)
            #expect(response.body == Self.page)
            #expect(response.headers["content-type"] == "text/html; charset=utf-8")
            #expect(response.headers["cache-control"] == "no-cache")
            #expect(response.headers["x-content-type-options"] == "nosniff")
            #expect(response.headers["vary"] == "Accept-Encoding")
            let tag = try #require(response.headers["etag"])
            let again = try server.exchange(get("/index.html", "If-None-Match: \"x\", W/\(tag)\r\n"))
            #expect(again.status == 304)
            #expect(again.headers["etag"] == tag)
            #expect(again.headers["content-length"] == nil)
            #expect(try server.exchange(get("/", "If-None-Match: *\r\n")).status == 304)
            #expect(try server.exchange(get("/", "If-None-Match: \"x\"\r\n")).status == 200)
        }
    }

    @Test
    func headersDependOnThePathOfTheFile() async throws {
        let files = StaticFiles(embedded: Self.files) { ["X-File": $0] }
        try await withFiles(files) { server in
            for (path, file) in [("/", "/index.html"), ("/app.js", "/app.js"), ("/icon.png", "/icon.png")] {
                let headers = try server.exchange(get(path)).headers
                #expect(headers["x-file"] == file)
                #expect(headers["cache-control"] == "no-cache")
            }
        }
    }

    @Test
    func compressedFileHasItsOwnEntityTag() async throws {
        try await withFiles(StaticFiles(embedded: Self.files)) { server in
            let client = try server.client()
            client.send(get("/", "Accept-Encoding: gzip\r\n", method: "HEAD"))
            let head = try client.response(toHead: true)
            #expect(head.headers["content-encoding"] == "gzip")
            #expect(try #require(Int(head.headers["content-length"] ?? "")) < 300)
            let plain = try server.exchange(get("/"))
            #expect(plain.headers["etag"] != head.headers["etag"])
            let tag = try #require(head.headers["etag"])
            let again = try server.exchange(get("/", "Accept-Encoding: gzip\r\nIf-None-Match: \(tag)\r\n"))
            #expect(again.status == 304)
        }
    }

    @Test
    func shortFileIsCompressedIfThatIsSmaller() async throws {
        let short = Array(String(repeating: "export {};", count: 20).utf8)
        try await withFiles(StaticFiles(embedded: Self.files + [("short.js", short)])) { server in
            for (path, coding) in [("/short.js", "gzip"), ("/app.js", nil)] {
                let client = try server.client()
                client.send(get(path, "Accept-Encoding: gzip\r\n", method: "HEAD"))
                #expect(try client.response(toHead: true).headers["content-encoding"] == coding)
            }
        }
    }

    @Test(arguments: [
        ("GET", "/admin", 200), ("GET", "/admin/", 200), ("GET", "/%69con.png", 404),
        ("GET", "/admin%2Findex.html", 404), ("GET", "/a%20b.txt", 200), ("POST", "/app.js", 405),
        ("OPTIONS", "/app.js", 204), ("GET", "/none", 404), ("POST", "/none", 404), ("GET", "/app.js/", 404),
        ("GET", "/hello/Ada", 200),
    ])
    func filesAreServedBesideRoutes(method: String, path: String, status: Int) async throws {
        try await withFiles(StaticFiles(embedded: Self.files)) { server in
            let response = try server.exchange(get(path, method: method))
            #expect(response.status == status)
            if status == 405 { #expect(response.headers["allow"] == "GET, HEAD, OPTIONS") }
        }
    }

    @Test
    func visibleFilesOfADirectoryReplaceEmbeddedOnes() async throws {
        let manager = FileManager.default
        let base = manager.temporaryDirectory.appending(path: UUID().uuidString)
        let root = base.appending(path: "public")
        try manager.createDirectory(at: root.appending(path: "deep"), withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: base) }
        for (path, text) in [
            ("../secret.txt", "secret"), ("a.txt", "one"), ("deep/b.css", "b"), (".hidden", "hidden"),
        ] {
            try Data(text.utf8).write(to: root.appending(path: path).standardized)
        }
        try manager.createSymbolicLink(
            at: root.appending(path: "out.txt"),
            withDestinationURL: base.appending(path: "secret.txt")
        )
        try manager.createSymbolicLink(
            at: root.appending(path: "in.txt"),
            withDestinationURL: root.appending(path: "a.txt")
        )
        let embedded = StaticFiles(embedded: Self.files + [("a.txt", Array("embedded".utf8))])
        let files = try #require(StaticFiles(directory: root.path(), over: embedded))
        try await withFiles(files) { server in
            #expect(try server.exchange(get("/a.txt")).body == "one")
            #expect(try server.exchange(get("/a.txt")).headers["cache-control"] == "no-store")
            #expect(try server.exchange(get("/in.txt")).body == "one")
            // The directory lacks these.
            #expect(try server.exchange(get("/app.js")).body == "export {}")
            #expect(try server.exchange(get("/")).headers["cache-control"] == "no-cache")
            #expect(try server.exchange(get("/deep/b.css")).headers["content-type"] == "text/css; charset=utf-8")
            try Data("two".utf8).write(to: root.appending(path: "a.txt"))
            #expect(try server.exchange(get("/a.txt")).body == "two")
            for path in [
                "/out.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/deep/../../secret.txt",
                "/.hidden",
                "/deep", "/deep/", "//a.txt", "/a.txt%00", "/deep//b.css", "/%2fa.txt",
            ] {
                let status = try server.exchange(get(path)).status
                #expect(status == 404 || status == 400, "\(path)")
            }
        }
        #expect(StaticFiles(directory: root.appending(path: "none").path(), over: embedded) == nil)
    }
}
