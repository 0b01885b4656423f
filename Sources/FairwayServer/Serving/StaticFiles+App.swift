import Fairway
import FairwayAssets
import FairwayHTTP

extension StaticFiles {
    /// The built-in files, those of the app and those of the folder `--public`. Later ones replace earlier ones with the
    /// same path. Without an `index.html` of the app, the web client is at `/`.
    ///
    /// - Returns: The files, and the paths of all but those of the folder `--public`.
    static func serving(_ app: App, _ options: ServeOptions) throws -> (files: StaticFiles, paths: [String]) {
        let builtIn = EmbeddedFile.pages(of: app)
        let client = builtIn.filter { $0.path == Self.client }.map { (path: "index.html", bytes: $0.bytes) }
        var policies: [String: String] = [:]
        var folders: [(path: String, bytes: [UInt8])] = []
        for folder in app.folders {
            let files = try folder.read()
            folders += files
            guard let policy = folder.contentSecurityPolicy else { continue }
            for file in files { policies["/" + file.path] = policy }
        }
        let all = builtIn + client + folders + app.files.map { ($0.path, $0.bytes) }
        let files = StaticFiles(
            embedded: all,
            headers: { [policies] path in
                if let policy = policies[path] { return .pages(contentSecurityPolicy: policy) }
                if path.hasPrefix(Self.modules) { return .modulePages }
                return Self.framedPages.contains(path) ? .framedPages : .pages
            }
        )
        let paths = all.map(\.path)
        guard let folder = options.publicFolder else { return (files, paths) }
        guard let overlaid = StaticFiles(directory: folder, over: files) else {
            throw CommandError(.badValue, "--public: the folder \(folder) does not exist or cannot be read.")
        }
        return (overlaid, paths)
    }

    /// The page of the web client.
    private static let client = "app/index.html"
    /// The pages that `script/docs` makes with DocC.
    private static let modules = "/docs/modules/"
    /// The pages that other pages of the server show in a frame: the client, and the screen of a session in the console.
    private static let framedPages: Set = ["/\(client)", "/admin/screen/index.html"]
}

extension EmbeddedFile {
    /// The files that an app's server serves, with the app's name. Pages that are left out have no links to them; their
    /// scripts stay, because other pages use some of them.
    fileprivate static func pages(of app: App) -> [(path: String, bytes: [UInt8])] {
        let missing = Set(BuiltInPages.Page.allCases).subtracting(app.builtInPages)
        let folders = missing.flatMap(\.folders)
        let docs = app.builtInPages.contains(.apiReference) ? docs : []
        return (pages + docs).compactMap { file in
            guard file.path.hasSuffix(".html") else { return (file.path, file.bytes) }
            if folders.contains(where: file.path.hasPrefix) { return nil }
            var text = String(decoding: file.bytes, as: UTF8.self)
            for page in missing { page.removeLinks(from: &text) }
            if let name = app.name {
                let escaped = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                // At the end of the page's title, and of the link at its top. Texts of the docs keep the name.
                text = text.replacing("Fairway</", with: "\(escaped)</", maxReplacements: 2)
            }
            return (file.path, Array(text.utf8))
        }
    }
}

extension BuiltInPages.Page {
    /// The folders of the pages.
    fileprivate var folders: [String] {
        switch self {
        case .client: ["app/"]
        case .inspector: []
        case .gallery: ["gallery/"]
        case .apiReference: ["docs/"]
        case .console: ["admin/"]
        }
    }

    fileprivate func removeLinks(from page: inout String) {
        for folder in folders {
            let path = folder.dropLast()
            page.replace(/<dt><a href="\/(?<path>[^"]*)">[^\n]*<\/dd>\n?/) { match in
                match.path == path || match.path.hasPrefix(folder) ? "" : String(match.0)
            }
            page.replace(/<a [^>]*?href="\/(?<path>[^"]*)"[^>]*>[^<]*<\/a>/) { match in
                match.path == path || match.path.hasPrefix(folder) ? "" : String(match.0)
            }
        }
        if self == .inspector { page.replace(/<button [^>]*id="inspector-button"[^>]*>[^<]*<\/button>/, with: "") }
    }
}

extension App {
    /// The name at the top of pages.
    var brand: String { name ?? "Fairway" }
}

extension ResponseHeaders {
    /// The security headers of files and pages, which show text of apps and users. The policy restricts scripts to the
    /// server's files, so injected markup cannot run any.
    static let pages = pages(contentSecurityPolicy: contentSecurityPolicy(framedBy: "'none'"))

    /// The headers of the web client, which pages of the same server can show in a frame.
    static let framedPages = pages(contentSecurityPolicy: contentSecurityPolicy(framedBy: "'self'"))

    /// The headers of pages that DocC has made. They assign markup and styles, which come from the modules' comments.
    fileprivate static let modulePages = pages(
        contentSecurityPolicy: """
            default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
            img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
    )

    fileprivate static func pages(contentSecurityPolicy policy: String) -> ResponseHeaders {
        [
            "Content-Security-Policy": policy,
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
