import Fairway
import FairwayHTTP
import Synchronization

/// Serves files, and the pages among them with bundles.
///
/// A page's bundles are made when it is first requested, which takes some milliseconds, and are kept. Of files that can change,
/// they are made for each request.
final class BundledPages: Sendable {
    private let files: StaticFiles
    private let isOn: Bool
    private let report: @Sendable (String) -> Void
    /// The pages by the paths of their documents; nil if a document is served as it is.
    private let pages = Mutex<[String: Page?]>([:])

    private struct Page {
        let document: StaticFile
        /// By their paths in ``PageBundler/folder``, without the hash.
        let files: [String: (hash: String, file: StaticFile)]
    }

    /// A year, without revalidation (RFC 8246).
    private static let immutable = "public, max-age=31536000, immutable"

    /// - Parameters:
    ///   - files: The documents, modules and style sheets, and all other files.
    ///   - isOn: Whether pages have bundles. Otherwise all files are served as they are.
    ///   - report: Receives a sentence if a page cannot be bundled.
    init(_ files: StaticFiles, isOn: Bool = true, report: @escaping @Sendable (String) -> Void) {
        self.files = files
        self.isOn = isOn
        self.report = report
    }

    /// Responds with a page, a bundle or another file, with 404 if it does not exist, or with 405 to other methods than GET and
    /// HEAD.
    func answer(_ request: Request, _ exchange: Exchange) {
        guard let path = request.decodedPath else { return exchange.respond(.noSuchRoute) }
        answer(request, exchange, with: path)
    }

    /// Responds with the file at a path, whatever the path of the request is.
    func answer(_ request: Request, _ exchange: Exchange, with path: String, cacheControl: String? = nil) {
        let usual = files.canChange ? "no-store" : "no-cache"
        if isOn, let (hash, name) = Self.bundle(path), let found = bundle(name) {
            // A server of another release gives the page another hash.
            let isCurrent = found.hash == hash && !files.canChange
            files.answer(
                request,
                exchange,
                with: found.file,
                at: path,
                cacheControl: isCurrent ? Self.immutable : usual
            )
        } else if isOn, let document = files.content(at: path)?.path, let page = page(at: document) {
            files.answer(request, exchange, with: page.document, at: document, cacheControl: cacheControl ?? usual)
        } else {
            files.answer(request, exchange, with: path, cacheControl: cacheControl)
        }
    }

    /// The hash and the name in the path of a bundle, such as `/bundles/0123456789abcdef/app/index.js`.
    private static func bundle(_ path: String) -> (hash: Substring, name: String)? {
        let segments = path.split(separator: "/", maxSplits: 2)
        guard path.first == "/", segments.count == 3, segments[0] == PageBundler.folder else { return nil }
        return (segments[1], String(segments[2]))
    }

    private func bundle(_ name: String) -> (hash: String, file: StaticFile)? {
        if name == PageBundler.icon {
            guard let bytes = files.content(at: "/" + name)?.bytes else { return nil }
            return (BundledFile(path: name, bytes: bytes).hash, StaticFile(path: name, bytes: bytes))
        }
        let document = "/" + name.split(separator: ".").dropLast().joined(separator: ".") + ".html"
        return page(at: document)?.files[name]
    }

    private func page(at path: String) -> Page? {
        guard path.hasSuffix(".html") else { return nil }
        guard !files.canChange else { return made(path) }
        return pages.withLock { pages in
            if let known = pages[path] { return known }
            guard files.content(at: path)?.path == path else { return nil }
            let page = made(path)
            pages[path] = .some(page)
            return page
        }
    }

    private func made(_ path: String) -> Page? {
        guard let document = files.content(at: path), document.path == path else { return nil }
        var bundler = PageBundler { [files] in files.content(at: "/" + $0)?.bytes }
        do {
            guard let page = try bundler.page(String(path.dropFirst()), document.bytes) else { return nil }
            let bundles = page.files.map {
                ($0.path, (hash: $0.hash, file: StaticFile(path: $0.path, bytes: $0.bytes)))
            }
            return Page(
                document: StaticFile(path: path, bytes: page.document),
                files: Dictionary(bundles, uniquingKeysWith: { first, _ in first })
            )
        } catch {
            report("The page \(path) is served without bundles: \(error)")
            return nil
        }
    }
}
