/// A page of the documentation, with what the other pages and the search need to know of it.
struct DocsPage {
    /// The path of the Markdown file in `docs`, such as `operations/postgresql.md`.
    let file: String
    let blocks: [MarkdownBlock]

    init(file: String, text: String) throws(MarkdownError) {
        self.file = file
        do {
            blocks = try MarkdownBlock.all(in: text)
        } catch {
            throw MarkdownError(file: "docs/\(file)", line: error.line, message: error.message)
        }
    }

    /// The first page, whose lists are the contents of all.
    static let first = "README.md"

    /// The path on the server, such as `/docs/operations/postgresql`.
    var path: String { Self.path(of: file) }

    static func path(of file: String) -> String { file == first ? "/docs" : "/docs/\(file.dropLast(3))" }

    /// The file that the server serves at ``path``.
    var output: String { "\(path.dropFirst("/docs".count))/index.html".trimmingSlash }

    var title: String {
        for case .heading(1, let text) in blocks { return text.plain }
        return file
    }

    /// The headings of the second level.
    var outline: [(anchor: String, text: String)] {
        sections.filter { $0.level == 2 }.map { ($0.anchor, $0.heading) }
    }

    /// A heading, and the text up to the next one.
    struct Section: Equatable {
        var level: Int
        var heading: String
        var anchor: String
        var text: [String] = []
    }

    /// The parts that the search finds.
    var sections: [Section] {
        var anchors = UniqueAnchors()
        var sections: [Section] = []
        for block in blocks {
            if case .heading(let level, let text) = block {
                sections.append(Section(level: level, heading: text.plain, anchor: anchors.add(text)))
            } else if !sections.isEmpty {
                sections[sections.count - 1].text += Self.plain(block)
            }
        }
        return sections
    }

    private static func plain(_ block: MarkdownBlock) -> [String] {
        switch block {
        case .heading(_, let text), .paragraph(let text): [text.plain.replacing("\n", with: " ")]
        case .list(_, let items): items.flatMap { $0.flatMap(plain) }
        case .table(let header, let rows): ([header] + rows).map { $0.map(\.plain).joined(separator: " · ") }
        case .code(_, let text): [text]
        case .comment: []
        }
    }
}

/// The anchors of a page. A repeated one gets a number, as on GitHub.
struct UniqueAnchors {
    private var counts: [String: Int] = [:]

    mutating func add(_ heading: MarkdownText) -> String {
        let anchor = heading.anchor
        let count = counts[anchor, default: 0]
        counts[anchor] = count + 1
        return count == 0 ? anchor : "\(anchor)-\(count)"
    }
}

extension String {
    fileprivate var trimmingSlash: String { hasPrefix("/") ? String(dropFirst()) : self }

    var escapedForHTML: String { replacing("&", with: "&amp;").replacing("<", with: "&lt;") }

    var escapedForAttribute: String { escapedForHTML.replacing("\"", with: "&quot;") }
}
