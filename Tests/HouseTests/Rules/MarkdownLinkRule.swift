/// Every link in a Markdown file leads to a file, a folder or a heading. Links to other hosts are not checked.
struct MarkdownLinkRule: HouseRule {
    func violations(in project: Project) -> [Violation] {
        let pages = project.files.filter(\.isMarkdown).map(MarkdownPage.init)
        let headings = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.anchors) })
        return pages.flatMap { page in
            page.links.filter { !isValid($0.target, from: page, in: project, headings) }.map { link in
                Violation(path: page.path, line: link.line, message: "broken link: \(link.target)")
            }
        }
    }

    private func isValid(
        _ target: String,
        from page: MarkdownPage,
        in project: Project,
        _ headings: [String: Set<String>]
    ) -> Bool {
        if ["http://", "https://", "mailto:"].contains(where: target.hasPrefix) { return true }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts[0].isEmpty ? page.path : page.path(of: parts[0]) else { return false }
        guard parts.count == 2 else {
            return project.paths.contains(path) || project.paths.contains { $0.hasPrefix(path + "/") }
        }
        return headings[path]?.contains(String(parts[1])) == true
    }
}
