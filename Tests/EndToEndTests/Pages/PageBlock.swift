/// A code block of a page: between fences, or hidden in a comment that starts with `<!--swift` or `<!--sh`.
struct PageBlock: Equatable {
    let language: String
    let text: String
    /// The page's line on which the text begins.
    let line: Int
    /// The reason why it is not compiled or run, from the comment above it: `<!-- not run: it installs packages -->`.
    let exception: String?
    /// The file that it shows, from the comment above it: `<!-- file: docs/template/Package.swift -->`.
    var file: String? = nil

    /// All blocks of a page, in order.
    static func all(in page: String) -> [PageBlock] {
        var blocks: [PageBlock] = []
        var open: (end: String, language: String, line: Int, lines: [Substring])?
        var (exception, file): (String?, String?)
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let block = open {
                guard line.hasPrefix(block.end) else {
                    open?.lines.append(line)
                    continue
                }
                let text = block.lines.joined(separator: "\n")
                blocks.append(
                    PageBlock(
                        language: block.language,
                        text: text,
                        line: block.line,
                        exception: exception,
                        file: file
                    )
                )
                (open, exception, file) = (nil, nil, nil)
            } else if line.hasPrefix("```") {
                open = ("```", String(line.dropFirst(3)), index + 2, [])
            } else if ["<!--swift", "<!--sh"].contains(line) {
                open = ("-->", String(line.dropFirst(4)), index + 2, [])
            } else if let reason = line.wholeMatch(of: /<!-- not (?:run|compiled): (.+) -->/) {
                exception = String(reason.1)
            } else if let path = line.wholeMatch(of: /<!-- file: (.+) -->/) {
                file = String(path.1)
            } else if !line.isEmpty {
                (exception, file) = (nil, nil)
            }
        }
        return blocks
    }
}
