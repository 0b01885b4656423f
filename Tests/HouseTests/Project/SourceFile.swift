/// A text file of the project, with its path relative to the project's folder.
struct SourceFile: Sendable {
    let path: String
    let text: String
    /// For Swift, the text with spaces in place of comments and literals; otherwise empty.
    let code: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = path.hasSuffix(".swift") ? SwiftCode.withoutCommentsAndLiterals(text) : ""
    }

    /// The file's name without its suffix: `Log` for `Sources/FairwayServer/Logging/Log.swift`.
    var stem: Substring {
        name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
    }

    /// The module: `FairwayServer` for `Sources/FairwayServer/Logging/Log.swift`; nil outside `Sources`.
    var module: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    /// The first folder of the path: `Sources` for `Sources/FairwayServer/Logging/Log.swift`.
    var topFolder: String { String(path.prefix { $0 != "/" }) }

    /// The part after the last dot: `swift` for `Log.swift`; empty for `run` and `.gitignore`.
    var suffix: String {
        let parts = name.drop { $0 == "." }.split(separator: ".")
        return parts.count > 1 ? String(parts[parts.count - 1]) : ""
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isMarkdown: Bool { path.hasSuffix(".md") }
    var isInSources: Bool { path.hasPrefix("Sources/") }
    var isInTests: Bool { path.hasPrefix("Tests/") }

    /// The lines, numbered from 1.
    var lines: some Sequence<(number: Int, text: Substring)> {
        Self.numbered(text)
    }

    /// The lines of ``code``, numbered from 1.
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
