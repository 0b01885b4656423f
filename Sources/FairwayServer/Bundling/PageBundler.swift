import Fairway

/// Replaces the modules and the style sheets of each page by one script and one style sheet. Besides the document, a browser
/// then loads three files: these two and the icon.
///
/// The attribute `data-bundle` of a page's only script requests bundles. Its value may be the path of another document, whose
/// bundles the page then shares. Modules stay available at their own paths. A page is served unchanged if its files break a
/// rule for bundles.
struct PageBundler {
    /// The folder of all bundles.
    static let folder = "bundles"
    /// The icon of all pages.
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
        guard let head = Head(of: text) else { return nil }
        let owner = head.owner ?? path
        if owner != path {
            let other = read(owner).flatMap { Head(of: String(decoding: $0, as: UTF8.self)) }
            guard let other, other.entry == head.entry, other.styles == head.styles, other.owner ?? owner == owner
            else {
                throw Mistake(
                    "it shares the bundles of \(owner), which has another script, other style sheets or no bundles."
                )
            }
        }
        let (script, style) = try files(of: head, named: String(owner.dropLast(".html".count)))
        text.replace(head.script, with: "<script type=\"module\" src=\"\(script.address)\"></script>")
        for (index, link) in head.links.enumerated() {
            let address = index == 0 ? style?.address : nil
            text.replace(
                link,
                with: address.map { "<link rel=\"stylesheet\" href=\"\($0)\">\n" } ?? "",
                maxReplacements: 1
            )
        }
        if let icon = read(Self.icon).map({ BundledFile(path: Self.icon, bytes: $0) }) {
            text.replace("\"/\(Self.icon)\"", with: "\"\(icon.address)\"")
        }
        return Page(document: Array(text.utf8), files: owner == path ? [script] + (style.map { [$0] } ?? []) : [])
    }

    /// The script of a page, and its style sheet if it has one.
    private mutating func files(
        of head: Head,
        named name: String
    ) throws(Mistake) -> (script: BundledFile, style: BundledFile?) {
        let bundle = try ScriptBundle(of: head.entry) { path throws(Mistake) in
            try module(path)
        } hasStyle: {
            read($0) != nil
        }
        let script = BundledFile(path: name + ".js", bytes: bundle.text)
        if head.links.isEmpty { return (script, nil) }
        let styles = head.styles + bundle.styles.filter { !head.styles.contains($0) }
        return (script, BundledFile(path: name + ".css", bytes: try styleSheet(styles)))
    }

    /// What a document says about its script and its style sheets.
    private struct Head {
        let script: Substring
        /// The path of the page's module.
        let entry: String
        /// The document whose bundles the page shares; nil for bundles of its own.
        let owner: String?
        let links: [Substring]
        let styles: [String]

        /// Nil for a document that does not ask for bundles.
        init?(of text: String) {
            let tag = /<script type="module" src="\/(?<entry>[^"]+)" data-bundle(?:="(?<owner>[^"]+)")?><\/script>/
            guard let script = text.firstMatch(of: tag) else { return nil }
            self.script = script.0
            entry = String(script.entry)
            owner = script.owner.map(String.init)
            let found = text.matches(of: /<link rel="stylesheet" href="\/(?<path>[^"]+)">\n?/)
            links = found.map(\.0)
            styles = found.map { String($0.path) }
        }
    }

    private mutating func module(_ path: String) throws(Mistake) -> ScriptModule {
        if let module = modules[path] { return module }
        guard let bytes = read(path) else { throw Mistake("the module \(path) does not exist.") }
        let module = try ScriptModule(path: path, bytes: bytes)
        modules[path] = module
        return module
    }

    /// Concatenates style sheets. Refuses relative addresses, because the folder changes, and `@import`, because it must come first.
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

    /// The address in documents.
    var address: String { "/\(PageBundler.folder)/\(hash)/\(path)" }
}
