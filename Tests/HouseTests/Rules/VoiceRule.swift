import Foundation

/// Comments and documentation stay below a rate of constructions that make English hard to read.
///
/// GRDB has 1.8 of them per 1,000 words, and Hummingbird 0.8. To mend a violation, rewrite the sentence, not the word.
struct VoiceRule: HouseRule {
    /// The folders and files that the rule holds for.
    static let checked = [
        "CHANGELOG.md", "CONTRIBUTING.md", "Migrations", "Public", "README.md", "Sources", "Tests", "docker", "docs",
        "script",
    ]
    static let mostPerThousandWords = 5.0

    private static let constructions = [
        #"\bwho(ever|m)?\b"#,
        #"\bwhose\b"#,
        #"\bso that\b"#,
        #"\bwhat(ever)? (is|was|were|has|have|had|are|it|they|he|she|comes|came|a|an|the|no|this|that|those|there"#
            + #"|can|may|must|would|one|another|others?|somebody|nobody|anybody)\b"#,
        #"\b(anew|besides|meanwhile|thereby|therein|hereby|beforehand|henceforth|thereof|else)\b"#,
        #"\b(that which|those (that|who)|of which|with which|by which|from which|to which|in which)\b"#,
        #"\b(some|no|any|every)body\b"#,
        #"\b(is|are|was|were) to (be|[a-z]+)\b"#,
        #"\bthere (is|are|was|were)\b"#,
        #"\bas (it|they|he|she) (is|are|was|were|has|have)\b"#,
    ].map(expression)
    private static let word = expression(#"\w+"#)

    func violations(in project: Project) -> [Violation] {
        Self.checked.compactMap { path in
            let voice = Self.voice(of: path, in: project)
            guard voice.perThousandWords > Self.mostPerThousandWords else { return nil }
            let rate = String(format: "%.1f", voice.perThousandWords)
            let worst = voice.worst.map { ", most of them in \($0)" } ?? ""
            return Violation(
                path: path,
                message: "\(rate) hard constructions per 1,000 words, at most \(Self.mostPerThousandWords)\(worst)"
            )
        }
    }

    /// The rate of a folder or file, and the file that contributes most to it.
    static func voice(of path: String, in project: Project) -> (perThousandWords: Double, worst: String?) {
        var (words, found) = (0, 0)
        var worst: (count: Int, path: String)?
        for file in project.files where file.path == path || file.path.hasPrefix(path + "/") {
            guard let prose = Prose(of: file) else { continue }
            words += count(word, in: prose.text)
            let here = constructions.reduce(0) { $0 + count($1, in: prose.text) }
            found += here
            if here > worst?.count ?? 0 { worst = (here, file.path) }
        }
        return (words == 0 ? 0 : Double(found) / Double(words) * 1_000, worst?.path)
    }

    private static func expression(_ pattern: String) -> NSRegularExpression {
        do {
            return try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
        } catch {
            preconditionFailure("\(pattern): \(error)")
        }
    }

    private static func count(_ expression: NSRegularExpression, in text: String) -> Int {
        expression.numberOfMatches(in: text, range: NSRange(location: 0, length: (text as NSString).length))
    }
}

/// The comments of a source file, or the text of a Markdown page without code.
struct Prose {
    let text: String

    private static let slashes = ["//", "*", "/*"]
    private static let markers: [String: [String]] = [
        "swift": ["//"], "js": slashes, "c": slashes, "h": slashes, "css": ["*", "/*"], "sql": ["--"],
        "sh": ["#"], "": ["#"], "py": ["#"], "yaml": ["#"],
    ]

    /// Nil for a kind of file that has no comments.
    init?(of file: SourceFile) {
        if file.isMarkdown {
            text = Self.withoutCode(file.text)
            return
        }
        let isScript = file.text.hasPrefix("#!")
        guard let markers = Self.markers[file.suffix], !file.suffix.isEmpty || isScript else { return nil }
        let comments = file.lines.compactMap { _, line in
            let line = line.drop(while: \.isWhitespace)
            return line.hasPrefix("#!") ? nil : markers.first(where: line.hasPrefix).map { line.dropFirst($0.count) }
        }
        text = comments.joined(separator: "\n")
    }

    private static func withoutCode(_ markdown: String) -> String {
        let replaced = [("(?ms)^```.*?^```", ""), ("(?s)<!--.*?-->", ""), ("`[^`]*`", "X")]
        return replaced.reduce(markdown) { text, replacement in
            text.replacingOccurrences(of: replacement.0, with: replacement.1, options: .regularExpression)
        }
    }
}
