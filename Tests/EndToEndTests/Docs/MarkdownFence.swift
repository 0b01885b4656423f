/// A block of code on a page.
struct MarkdownFence {
    let language: String
    let text: String

    /// All of a page, in order.
    static func all(in page: String) -> [MarkdownFence] {
        var fences: [MarkdownFence] = []
        var open: (language: String, lines: [Substring])?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let closed = open {
                    fences.append(MarkdownFence(language: closed.language, text: closed.lines.joined(separator: "\n")))
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), [])
                }
            } else {
                open?.lines.append(line)
            }
        }
        return fences
    }
}
