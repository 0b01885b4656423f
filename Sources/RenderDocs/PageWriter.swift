/// Writes a page as HTML.
struct PageWriter {
    private let page: DocsPage
    private let site: DocsSite
    private let paths: Set<String>

    init(_ page: DocsPage, in site: DocsSite) {
        self.page = page
        self.site = site
        paths = Set(site.pages.map(\.path))
    }

    func html() throws(MarkdownError) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(page.file == DocsPage.first ? "Docs" : page.title.escapedForHTML) · Fairway</title>
        <link rel="icon" href="/icon.svg">
        <link rel="stylesheet" href="/style.css">
        <link rel="stylesheet" href="/docs/docs.css">
        <script type="module" src="/docs/docs.js" data-bundle="docs/index.html"></script>
        <body>
        <a class="skip" href="#docs">Skip to the page</a>
        <header class="bar">
            <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">Fairway</a>
            <nav aria-label="Pages"><a href="/app">App</a><a href="/docs"\(page.file == DocsPage.first ? " aria-current=\"page\"" : " aria-current=\"true\"")>Docs</a><a href="/docs/api">API</a><a href="/gallery">Gallery</a><a href="/admin">Console</a></nav>
        </header>
        <div class="docs-page">
        <div class="docs-side">
        <search id="search" hidden></search>
        <nav aria-label="Docs"><details id="contents" class="contents"><summary>Contents</summary>
        \(contents)
        </details></nav>
        </div>
        <main id="docs" class="docs" tabindex="-1">
        \(try body())
        \(neighbours)
        </main>
        </div>
        </html>

        """
    }

    private var contents: String {
        site.contents.map { group in
            let entries = group.entries.map { text, path in
                let current = path == page.path ? " aria-current=\"page\"" : ""
                let outline = path == page.path ? self.outline : ""
                return "<li><a href=\"\(path)\"\(current)>\(text.escapedForHTML)</a>\(outline)</li>"
            }
            return "<h2>\(group.title.escapedForHTML)</h2>\n<ul>\n\(entries.joined(separator: "\n"))\n</ul>"
        }.joined(separator: "\n")
    }

    private var outline: String {
        let entries = page.outline.map { "<li><a href=\"#\($0.anchor)\">\($0.text.escapedForHTML)</a></li>" }
        return entries.isEmpty ? "" : "\n<ul>\n\(entries.joined(separator: "\n"))\n</ul>\n"
    }

    /// Links to the pages before and after this one, in the order of the contents.
    private var neighbours: String {
        let all = [("Documentation", "/docs")] + site.contents.flatMap { $0.entries.map { ($0.text, $0.path) } }
        guard let index = all.firstIndex(where: { $0.1 == page.path }) else { return "" }
        func link(_ relation: String, to index: Int, _ label: (String) -> String) -> String {
            guard all.indices.contains(index) else { return "" }
            return "<a rel=\"\(relation)\" href=\"\(all[index].1)\">\(label(all[index].0.escapedForHTML))</a>"
        }
        let links = link("prev", to: index - 1) { "‹ \($0)" } + link("next", to: index + 1) { "\($0) ›" }
        return "<nav class=\"way\" aria-label=\"Pages before and after\">\(links)</nav>"
    }

    private func body() throws(MarkdownError) -> String {
        var anchors = UniqueAnchors()
        var html: [String] = []
        var tabs = Tabs()
        for block in page.blocks {
            switch block {
            case .comment("tabs"): html.append(tabs.open())
            case .comment("end of tabs"): html.append(tabs.close())
            case .heading(let level, let text):
                let anchor = anchors.add(text)
                if level == 2 { html += tabs.next(anchor) }
                html.append(
                    "<h\(level) id=\"\(anchor)\"><a href=\"#\(anchor)\">\(self.html(text))</a></h\(level)>"
                )
            default: html.append(self.html(block))
            }
        }
        guard !tabs.isOpen else {
            throw MarkdownError(file: "docs/\(page.file)", line: 1, message: "<!-- end of tabs --> is missing")
        }
        return html.joined(separator: "\n")
    }

    /// The sections of the second level between `<!-- tabs -->` and `<!-- end of tabs -->`. A script turns them into tabs.
    private struct Tabs {
        private(set) var isOpen = false
        private var hasSection = false

        mutating func open() -> String {
            isOpen = true
            return "<div class=\"tabs\">"
        }

        /// The tags before a heading.
        mutating func next(_ anchor: String) -> [String] {
            guard isOpen else { return [] }
            defer { hasSection = true }
            return (hasSection ? ["</section>"] : []) + ["<section aria-labelledby=\"\(anchor)\">"]
        }

        mutating func close() -> String {
            defer { (isOpen, hasSection) = (false, false) }
            return hasSection ? "</section>\n</div>" : "</div>"
        }
    }

    private func html(_ block: MarkdownBlock) -> String {
        switch block {
        case .paragraph(let text): return "<p>\(html(text))</p>"
        // Headings in lists have no anchor.
        case .heading(_, let text): return "<p><strong>\(html(text))</strong></p>"
        case .comment: return ""
        case .code(let language, let text):
            let code = Highlighter(language)?.html(text) ?? text.escapedForHTML
            return
                "<pre class=\"code\" data-language=\"\(language.escapedForAttribute)\" tabindex=\"0\"><code>\(code)</code></pre>"
        case .list(let isOrdered, let items):
            let tag = isOrdered ? "ol" : "ul"
            let rows = items.map { blocks in
                // The paragraph of a short item needs no element of its own.
                if blocks.count == 1, case .paragraph(let text) = blocks[0] { return "<li>\(html(text))</li>" }
                return "<li>\(blocks.map(html).joined(separator: "\n"))</li>"
            }
            return "<\(tag)>\n\(rows.joined(separator: "\n"))\n</\(tag)>"
        case .table(let header, let rows):
            let head = header.map { cell in
                cell.parts.isEmpty ? "<td></td>" : "<th scope=\"col\">\(html(cell))</th>"
            }
            let body = rows.map { row in
                let cells = row.map { "<td>\(html($0))</td>" }
                return "<tr>\(cells.joined())</tr>"
            }
            return """
                <div class="table" tabindex="0"><table>
                <thead><tr>\(head.joined())</tr></thead>
                <tbody>
                \(body.joined(separator: "\n"))
                </tbody>
                </table></div>
                """
        }
    }

    private func html(_ text: MarkdownText) -> String { text.parts.map(html).joined() }

    private func html(_ part: MarkdownText.Part) -> String {
        switch part {
        case .text(let text): return text.escapedForHTML.replacing("'", with: "’")
        case .code(let text):
            // A long path is broken between its parts.
            let rest = String(text.dropFirst()).escapedForHTML.replacing("/", with: "<wbr>/")
            let code = "<code>\(String(text.prefix(1)).escapedForHTML)\(rest)</code>"
            guard Self.served.contains(text) else { return code }
            return "<a href=\"\(text)\"\(text.hasPrefix("/v1/catalog/") ? " download" : "")>\(code)</a>"
        case .strong(let parts): return "<strong>\(parts.map(html).joined())</strong>"
        case .emphasis(let parts): return "<em>\(parts.map(html).joined())</em>"
        case .link(let target, let parts): return link(to: target, parts.map(html).joined())
        }
    }

    /// Paths that every server serves, and that are links on its pages.
    private static let served: Set = [
        "/docs/api", "/docs/api/operators", "/openapi.json", "/problems", "/v1/catalog", "/v1/catalog/AppScreen.swift",
        "/v1/catalog/screens.ts", "/llms.txt", "/fairway.js",
    ]

    private func link(to target: String, _ text: String) -> String {
        if target.hasPrefix("https://") || target.hasPrefix("#") {
            return "<a href=\"\(target.escapedForAttribute)\">\(text)</a>"
        }
        let parts = target.split(separator: "#", maxSplits: 1)
        let file = resolved(String(parts[0]))
        let path = DocsPage.path(of: file)
        guard file.hasSuffix(".md"), paths.contains(path) else {
            // A file of the repository, which the server does not serve.
            return "<span title=\"\("docs/\(file)".withoutParentFolders.escapedForAttribute)\">\(text)</span>"
        }
        return "<a href=\"\(path)\(parts.count > 1 ? "#\(parts[1])" : "")\">\(text)</a>"
    }

    /// The path in `docs` of a path in the page's folder.
    private func resolved(_ target: String) -> String {
        var folders = page.file.split(separator: "/").dropLast().map(String.init)
        for part in target.split(separator: "/") {
            if part == "..", folders.last.map({ $0 != ".." }) == true {
                folders.removeLast()
            } else {
                folders.append(String(part))
            }
        }
        return folders.joined(separator: "/")
    }
}

extension String {
    /// `Sources/Fairway` for `docs/../Sources/Fairway`.
    fileprivate var withoutParentFolders: String {
        hasPrefix("docs/../") ? String(dropFirst("docs/../".count)) : self
    }
}
