/// The links and anchors of a Markdown file, outside code.
struct MarkdownPage {
    struct Link: Equatable {
        let target: String
        let line: Int
    }

    let path: String
    private(set) var links: [Link] = []
    private(set) var anchors: Set<String> = []

    init(_ file: SourceFile) {
        path = file.path
        var isFenced = false
        for (number, line) in file.lines {
            if line.drop(while: \.isWhitespace).hasPrefix("```") {
                isFenced.toggle()
            } else if !isFenced {
                links += Self.targets(in: line).map { Link(target: $0, line: number) }
                if line.hasPrefix("#") { anchors.insert(Self.anchor(for: line.drop { $0 == "#" })) }
            }
        }
    }

    /// Resolves a link target to a path relative to the project's folder; nil for a path outside of it.
    func path(of target: some StringProtocol) -> String? {
        var folders = path.split(separator: "/").dropLast().map(String.init)
        for part in target.split(separator: "/") where part != "." {
            guard part == ".." else {
                folders.append(String(part))
                continue
            }
            guard folders.popLast() != nil else { return nil }
        }
        return folders.joined(separator: "/")
    }

    /// The targets of `[text](target)`, `![text](target "title")` and `[label]: target`.
    private static func targets(in line: Substring) -> [String] {
        let prose = line.replacing(/`[^`]*`/, with: "")
        if let definition = prose.wholeMatch(of: /\s*\[[^\]]+\]:\s*(\S+).*/) { return [String(definition.1)] }
        return prose.matches(of: /\]\(([^)\s]*)[^)]*\)/).map { String($0.1) }
    }

    /// The anchor that GitHub derives from a heading: lower case, hyphens for spaces, no punctuation.
    private static func anchor(for heading: Substring) -> String {
        let words = heading.drop(while: \.isWhitespace).lowercased()
        return String(words.compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil })
    }
}
