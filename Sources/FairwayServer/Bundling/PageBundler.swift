import Fairway

/// Serves each page with one script and one style sheet in place of its modules and style sheets, so that a browser loads it
/// with three requests besides the document: these, and the icon.
///
/// A page asks for this with the attribute `data-bundle` of its only script. The modules stay served at their own paths, for
/// pages without the attribute. A page whose files are outside of the rules for bundles is served as it is.
struct PageBundler {
    /// The folder of all bundles.
    static let folder = "bundles"
    /// The icon of all pages, which is in that folder as it is.
    static let icon = "icon.svg"

    /// Reads a file of the server.
    let read: (_ path: String) -> [UInt8]?

    private var modules: [String: ScriptModule] = [:]

    init(read: @escaping (_ path: String) -> [UInt8]?) { self.read = read }

    /// A page, and the files that its document names.
    struct Page {
        let document: [UInt8]
        let files: [BundledFile]
    }

    /// The page of a document; nil if it does not ask for bundles.
    mutating func page(_ path: String, _ document: [UInt8]) throws(Mistake) -> Page? {
        guard path.hasSuffix(".html") else { return nil }
        var text = String(decoding: document, as: UTF8.self)
        guard let script = text.firstMatch(of: /<script type="module" src="\/([^"]+)" data-bundle><\/script>/) else {
            return nil
        }
        let links = text.matches(of: /<link rel="stylesheet" href="\/([^"]+)">\n?/)
        let bundle = try ScriptBundle(of: String(script.1)) { path throws(Mistake) in
            try module(path)
        } hasStyle: {
            read($0) != nil
        }
        let styles = links.map { String($0.1) }
        let base = path.dropLast(".html".count)
        var files = [BundledFile(path: base + ".js", bytes: bundle.text)]
        text.replace(script.0, with: "<script type=\"module\" src=\"\(files[0].address)\"></script>")
        if let first = links.first {
            let sheet = BundledFile(
                path: base + ".css",
                bytes: try styleSheet(styles + bundle.styles.filter { !styles.contains($0) })
            )
            text.replace(first.0, with: "<link rel=\"stylesheet\" href=\"\(sheet.address)\">\n", maxReplacements: 1)
            for link in links.dropFirst() { text.replace(link.0, with: "", maxReplacements: 1) }
            files.append(sheet)
        }
        if let bytes = read(Self.icon) {
            let icon = BundledFile(path: Self.icon, bytes: bytes)
            text.replace("\"/\(Self.icon)\"", with: "\"\(icon.address)\"")
            files.append(icon)
        }
        return Page(document: Array(text.utf8), files: files)
    }

    private mutating func module(_ path: String) throws(Mistake) -> ScriptModule {
        if let module = modules[path] { return module }
        guard let bytes = read(path) else { throw Mistake("the module \(path) does not exist.") }
        let module = try ScriptModule(path: path, bytes: bytes)
        modules[path] = module
        return module
    }

    /// Style sheets as one. Their addresses would be relative to another folder, and `@import` has to be at the beginning.
    private func styleSheet(_ paths: [String]) throws(Mistake) -> [UInt8] {
        var result: [UInt8] = []
        for path in paths {
            guard let bytes = read(path) else { throw Mistake("the style sheet \(path) does not exist.") }
            let addresses = bytes.ranges(of: "url(".utf8).map { bytes[$0.upperBound...].prefix(6) }
            let isMovable = addresses.allSatisfy { address in
                let first = address.drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
                return first.starts(with: "/".utf8) || first.starts(with: "#".utf8) || first.starts(with: "data:".utf8)
            }
            guard isMovable, !["@import", "@charset"].contains(where: { !bytes.ranges(of: $0.utf8).isEmpty }) else {
                throw Mistake(
                    "\(path) has an @import, a @charset or a relative address, which a bundle does not support."
                )
            }
            result += bytes
            result.append(UInt8(ascii: "\n"))
        }
        return result
    }
}

/// A file that pages name with a hash of its content, so that caches can keep it for good.
struct BundledFile {
    /// The path below ``PageBundler/folder``, without the hash.
    let path: String
    let hash: String
    let bytes: [UInt8]

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        hash = SHA256.hash(bytes).prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    init(path: Substring, bytes: [UInt8]) { self.init(path: String(path), bytes: bytes) }

    /// The address in documents.
    var address: String { "/\(PageBundler.folder)/\(hash)/\(path)" }
}
