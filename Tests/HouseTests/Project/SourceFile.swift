/// A file of the project: its path from the project's folder, and its text.
struct SourceFile: Sendable {
    let path: String
    let text: String
    /// For Swift, the text with comments and literals left blank. Kept, since most rules ask for it.
    let code: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = path.hasSuffix(".swift") ? SwiftCode.withoutCommentsAndLiterals(text) : ""
    }

    /// `Log` of `Sources/FairwayServer/Logging/Log.swift`.
    var stem: Substring {
        name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
    }

    /// `FairwayServer` of `Sources/FairwayServer/Logging/Log.swift`; nil outside `Sources`.
    var room: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isMarkdown: Bool { path.hasSuffix(".md") }
    var isInSources: Bool { path.hasPrefix("Sources/") }
    var isInTests: Bool { path.hasPrefix("Tests/") }

    /// The lines with their numbers, from 1.
    var lines: some Sequence<(number: Int, text: Substring)> {
        Self.numbered(text)
    }

    /// The same of the code.
    var codeLines: some Sequence<(number: Int, text: Substring)> {
        Self.numbered(code)
    }

    private var name: Substring {
        path.suffix(from: path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)
    }

    private static func numbered(_ text: String) -> [(number: Int, text: Substring)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0 + 1, $1) }
    }
}
