/// Every Markdown file can be reached from the README by links, except for those in DocC catalogs.
struct MarkdownReachRule: HouseRule {
    func violations(in project: Project) -> [Violation] {
        let pages = project.files.filter { $0.isMarkdown && !$0.path.contains(".docc/") }.map(MarkdownPage.init)
        let byPath = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0) })
        var reached: Set = ["README.md"]
        var next = ["README.md"]
        while let page = next.popLast() {
            for link in byPath[page]?.links ?? [] {
                let target = link.target.prefix { $0 != "#" }
                guard let path = byPath[page]?.path(of: target), byPath[path] != nil else { continue }
                if reached.insert(path).inserted { next.append(path) }
            }
        }
        return pages.filter { !reached.contains($0.path) }.map {
            Violation(
                path: $0.path,
                message: "no page links here: link to it from README.md or a page that it links to"
            )
        }
    }
}
