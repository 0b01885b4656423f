import Foundation

/// A page of the documentation with its code blocks.
struct DocumentationPage: Sendable, CustomStringConvertible {
    let path: String
    let blocks: [PageBlock]

    var description: String { path }

    init(path: String, text: String) {
        self.path = path
        blocks = PageBlock.all(in: text)
    }

    /// A page with one block of Swift.
    init(path: String, code: String, line: Int) {
        self.path = path
        blocks = [PageBlock(language: "swift", text: code, line: line, exception: nil)]
    }

    /// The blocks in a language that are compiled or run. Excludes copies of files, which are compared with those
    /// files.
    func blocks(of language: String) -> [PageBlock] {
        blocks.filter { $0.language == language && $0.exception == nil && $0.file == nil }
    }

    /// The `text` block below another block: its expected output.
    func output(of block: PageBlock) -> String? {
        guard let index = blocks.firstIndex(of: block), blocks.indices.contains(index + 1) else { return nil }
        return blocks[index + 1].language == "text" ? blocks[index + 1].text : nil
    }

    /// All Swift blocks of the page as one file; nil if there are none. `#sourceLocation` maps errors to the lines of
    /// the page. Declarations in the first column are private, because several pages declare the same names, and no page
    /// may use another page's declarations.
    var swiftFile: String? {
        let parts = blocks(of: "swift").map { block in
            let text = block.text.replacing(Self.declaration) { "\($0.attributes)private \($0.keyword)" }
            return "#sourceLocation(file: \"\(path)\", line: \(block.line))\n\(text)\n#sourceLocation()\n"
        }
        return parts.isEmpty ? nil : parts.joined()
    }

    /// The beginning of a declaration in the first column. Extensions may not be private.
    private static var declaration: Regex<(Substring, attributes: Substring, keyword: Substring)> {
        /^(?<attributes>(?:@\w+ )*)(?<keyword>(?:actor|enum|final|func|let|protocol|struct|typealias|var) )/
            .anchorsMatchLineEndings()
    }

    /// The project's folder.
    static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// All pages: the top level, `docs` with its how-to pages, `docker` and the DocC articles.
    static let all: [DocumentationPage] = (["", "docs", "docs/flows", "docs/how-to", "docker"] + catalogs).flatMap {
        folder in
        names(in: folder).filter { $0.hasSuffix(".md") }.compactMap { name in
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            let text = try? String(contentsOf: project.appending(path: path), encoding: .utf8)
            return text.map { DocumentationPage(path: path, text: $0) }
        }
    }

    private static let catalogs = names(in: "Sources").map { "Sources/\($0)/\($0).docc" }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: project.appending(path: folder).path)) ?? []).sorted()
    }
}
