/// The glossary of `docs/architecture.md` lists each term once, and a limited number of terms: a new concept replaces one.
struct GlossaryRule: HouseRule {
    static let mostTerms = 70

    private static let path = "docs/architecture.md"

    func violations(in project: Project) -> [Violation] {
        guard let page = project.files.first(where: { $0.path == Self.path }) else { return [] }
        let terms = Self.terms(of: page)
        var seen: Set<Substring> = []
        let repeated = terms.filter { !seen.insert($0.name).inserted }.map {
            Violation(path: Self.path, line: $0.line, message: "the term \"\($0.name)\" is listed twice")
        }
        guard terms.count > Self.mostTerms else { return repeated }
        let message = "\(terms.count) terms in the glossary, at most \(Self.mostTerms): merge or remove concepts"
        return repeated + [Violation(path: Self.path, line: terms[Self.mostTerms].line, message: message)]
    }

    /// The first cells of the glossary's table, without its head and its bold headings.
    private static func terms(of page: SourceFile) -> [(name: Substring, line: Int)] {
        let glossary = page.lines.drop { $0.text != "## Glossary" }.dropFirst().prefix { !$0.text.hasPrefix("## ") }
        let rows = glossary.compactMap { line in
            line.text.wholeMatch(of: /\| ([^|]+) \|.*/).map { (name: $0.1, line: line.number) }
        }
        // The head and the line under it.
        return rows.dropFirst(2).filter { !$0.name.hasPrefix("**") }
    }
}
