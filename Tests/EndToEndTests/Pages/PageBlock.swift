/// A block of code on a page: between fences, or, where it would only be in a reader's way, in a comment that opens
/// with `<!--swift`.
struct PageBlock: Equatable {
    let language: String
    let text: String
    /// The line of the page on which the text begins.
    let line: Int
    /// Why it is neither compiled nor run, as the comment above it says: `<!-- not run: it installs packages -->`.
    let exception: String?
    /// The project's file that it shows, as the comment above it says: `<!-- file: template/Package.swift -->`.
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
            } else if line == "<!--swift" {
                open = ("-->", "swift", index + 2, [])
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
