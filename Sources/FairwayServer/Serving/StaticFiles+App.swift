import Fairway
import FairwayAssets
import FairwayHTTP

extension StaticFiles {
    /// The built-in files, those of the app and those of the folder `--public`. Later ones replace earlier ones with the
    /// same path. Without an `index.html` of the app, the web client is at `/`.
    init(of app: App, _ options: ServeOptions) throws {
        var builtIn = EmbeddedFile.pages.map { (path: $0.path, bytes: $0.bytes) }
        if let name = app.name { builtIn = builtIn.map { ($0.path, Self.naming($0.bytes, name, in: $0.path)) } }
        let client = builtIn.filter { $0.path == Self.client }.map { (path: "index.html", bytes: $0.bytes) }
        let files = StaticFiles(
            embedded: builtIn + client + app.files.map { ($0.path, $0.bytes) },
            headers: { Self.framedPages.contains($0) ? .framedPages : .pages }
        )
        guard let folder = options.publicFolder else {
            self = files
            return
        }
        guard let overlaid = StaticFiles(directory: folder, over: files) else {
            throw CommandError(.badValue, "--public: the folder \(folder) does not exist or cannot be read.")
        }
        self = overlaid
    }

    /// The page of the web client.
    private static let client = "app/index.html"
    /// The pages that other pages of the server show in a frame: the client, and the screen of a session in the console.
    private static let framedPages: Set = ["/\(client)", "/admin/screen/index.html"]

    /// Replaces the name at the end of a page's title and of the link at its top.
    private static func naming(_ bytes: [UInt8], _ name: String, in path: String) -> [UInt8] {
        guard path.hasSuffix(".html") else { return bytes }
        let escaped = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return Array(String(decoding: bytes, as: UTF8.self).replacing("Fairway</", with: "\(escaped)</").utf8)
    }
}

extension App {
    /// The name at the top of pages.
    var brand: String { name ?? "Fairway" }
}

extension ResponseHeaders {
    /// The security headers of files and pages, which show text of apps and users. The policy restricts scripts to the
    /// server's files, so injected markup cannot run any.
    static let pages = pages(framedBy: "'none'")

    /// The headers of the web client, which pages of the same server can show in a frame.
    static let framedPages = pages(framedBy: "'self'")

    private static func pages(framedBy ancestors: String) -> ResponseHeaders {
        [
            "Content-Security-Policy": contentSecurityPolicy(framedBy: ancestors),
            "Referrer-Policy": "no-referrer",
            // Pages of other origins get no reference to this window.
            "Cross-Origin-Opener-Policy": "same-origin",
        ]
    }

    private static func contentSecurityPolicy(framedBy ancestors: String) -> String {
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "img-src 'self' data:",
            "frame-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors \(ancestors)",
            // Assigning a string to `innerHTML` throws.
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ].joined(separator: "; ")
    }
}
