/// The pages of the documentation with their common contents.
struct DocsSite {
    let pages: [DocsPage]
    let contents: [Group]

    /// A part of the contents.
    struct Group {
        let title: String
        var entries: [(text: String, path: String)]
    }

    /// - Parameter files: The Markdown files, with their paths in `docs`.
    init(_ files: [(path: String, text: String)]) throws(MarkdownError) {
        var pages: [DocsPage] = []
        for file in files { pages.append(try DocsPage(file: file.path, text: file.text)) }
        self.pages = pages
        var groups = pages.first { $0.file == DocsPage.first }.map(Self.groups) ?? []
        let listed = Set(groups.flatMap { $0.entries.map(\.path) })
        let others = pages.filter { $0.file != DocsPage.first && !listed.contains($0.path) }
        if !others.isEmpty { groups.append(Group(title: "More", entries: others.map { ($0.title, $0.path) })) }
        contents = groups
    }

    /// A group for each heading that has a list of links.
    private static func groups(in page: DocsPage) -> [Group] {
        var groups: [Group] = []
        for block in page.blocks {
            switch block {
            case .heading(2, let text): groups.append(Group(title: text.plain, entries: []))
            case .list(_, let items) where !groups.isEmpty:
                for case .paragraph(let text)? in items.map(\.first) {
                    guard let link = text.link, link.target.hasSuffix(".md") else { continue }
                    groups[groups.count - 1].entries.append((link.text, DocsPage.path(of: link.target)))
                }
            default: break
            }
        }
        return groups.filter { !$0.entries.isEmpty }
    }

    /// The files to serve below `/docs`: the pages, and the index of the search.
    func files() throws(MarkdownError) -> [(path: String, text: String)] {
        var files: [(path: String, text: String)] = []
        for page in pages { files.append((page.output, try PageWriter(page, in: self).html())) }
        return files + [("search.json", searchIndex)]
    }

    /// The sections of all pages as JSON, in the order of the contents: their paths, titles and texts.
    private var searchIndex: String {
        let order = contents.flatMap { $0.entries.map(\.path) }
        let sorted = pages.sorted { (order.firstIndex(of: $0.path) ?? -1) < (order.firstIndex(of: $1.path) ?? -1) }
        let entries = sorted.flatMap { page in
            page.sections.map { section in
                let fields = [
                    ("page", page.title), ("path", section.level == 1 ? page.path : "\(page.path)#\(section.anchor)"),
                    ("heading", section.heading), ("text", section.text.joined(separator: "\n")),
                ]
                return "{\(fields.map { "\"\($0)\":\($1.asJSON)" }.joined(separator: ","))}"
            }
        }
        return "[\n\(entries.joined(separator: ",\n"))\n]\n"
    }
}

extension String {
    fileprivate var asJSON: String {
        let escaped = unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\t": "\\t"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
